# Signs of emergencies, by class. Each concept is part of a broader one of `concepts.ftl`, as
# `taxonomy.csv` says, or of rules of its own. "(can not/will not) wake" stands for both entries, and
# one alternative may be empty. Small words such as "my" may stand inside an entry of several words.
# Nobody is shown these lists: list what people say.

## Not awake, not breathing, not well

concept-sign-unresponsive =
    (can not/could not/unable to/not able to/failed to/struggling to/nothing will) (wake/rouse/rouse up/bring round) |
    (can not/could not) get (a response/any response/a reaction/any reaction/an answer out/a word out/a peep out/him round/her round) |
    (can not/could not) get (to wake/to respond/to react/to open eyes/to come round/to come to/awake) |
    (will not/does not/would not/did not/not/hardly/barely/never) (respond/responding/react/reacting/stir/stirring/rousing/come round/coming round/open eyes/opening eyes/waking up/wake up) |
    (will not/would not) come to | (no/without) (response/reaction/sign of life/signs of life/response at all/reaction at all) |
    (is/are/was/gone/went/completely/totally/totaly/now) (unresponsive/unconscious/unconcious/spark out/sparko/comatose/insensible) |
    dead to the world | not conscious | not concious | no longer conscious | out cold | responds to nothing |
    (shook/slapped/pinched/prodded/shouted) and (nothing/no response/no reaction) |
    (eyes/eye) (open/are open/half open) but (nobody/no one/not/nothing/no response) | stares straight through |
    looks dead | look dead | looks like dead | seems dead | appears dead | lifeless | like a corpse |
    gone completely limp and | in and out of it | drifting in and out | losing consciousness |
    (keeps/keep) (passing out/blacking out/losing consciousness/going unconscious/drifting off)
concept-sign-not-breathing =
    (not/stopped/stops/stop/hardly/barely/scarcely/quit/ceased/forgets to/forgetting to) (breathing/breathe/taking a breath/drawing breath) |
    (can not/could not) (see/feel) (chest/tummy) (move/moving/rise/rising/go up) |
    chest (not/is not/does not/has not) (moving/rising/move/rise) | chest has stopped moving |
    no (heartbeat/heart beat/pulse/breath/breathing/breaths) | (can not/could not) (find/feel/get) (a pulse/pulse/a heartbeat) |
    heart (has stopped/stopped beating/is not beating/not beating) | cardiac arrest | in arrest |
    (doing/giving/started/start/starting) (cpr/chest compressions/compressions/mouth to mouth/resus) |
    (gurgling/snoring/gasping/rattling) (noise/noises/sound/sounds/breaths) and | agonal |
    gasping like a (fish/fish out of water) | (breath/breaths/breathing) (every ten seconds/every 10 seconds/now and then/few and far between) |
    (one/a) breath every (few/ten/five) seconds | (long gaps/gaps/pauses) between breaths | breathing (stops/stopped/keeps stopping) |
    (five/six/four/three/5/6/4/3) breaths a minute
concept-sign-blue =
    (lips/lip/mouth/tongue/fingernails/nails/fingertips/face) (blue/purple/dusky/lilac/navy/violet/bluey/blueish/bluish/grey/gray/slate) |
    (gone/going/went/turning/turned/goes/looks/looking/is/getting/become/becoming/bit) (blue/bluish/purple/dusky/lilac/blueish) |
    (blue/purple/dusky/grey/bluish) (lips/mouth/tongue/in the face/around the mouth/round the mouth/around lips/round lips/fingernails) |
    cyanosed | cyanotic | gone a funny colour | colour has drained | no colour in lips
concept-sign-collapse =
    (collapsed/collapses/collapsing/keeled over/keels over/passed out/passes out/blacked out/blacks out/fainted/conked out/flaked out/crumpled/dropped to the floor/dropped like a stone/went down like a tree/gone over/folded up/fell to the floor/slid off the chair/slumped to the floor/slumped over) |
    hit the (deck/floor/ground) | (legs/knees) (buckled/went from under/gave way) and | lost consciousness | loses consciousness |
    found (on the floor/in a heap/slumped)
concept-sign-confused =
    (does not/did not) (recognise/recognize) (me/us/wife/husband/son/daughter) | (does not/did not) know (who i am/who we are/who he is/who she is/where he is/where she is/what day/what year/the kids names) |
    (no idea/no clue) (where/who/what day/what year/what month) |
    (not/is not) making (any sense/sense/much sense) | makes no sense | talking (rubbish/nonsense/gibberish/garbage/jibberish/to the wall/to herself/to himself/to people/to nobody) |
    (rambling/raving/babbling/delirious/incoherent/disorientated/disoriented/confused/muddled/befuddled/bewildered) |
    (thinks/thought/think) (it is/we are/he is/she is/i am) (1/19/still/the war/at work/at school/her mother/his mother/his mum/her mum/christmas/his brother/her sister/back in) |
    (called/calling/calls) (me/him/her/us/the nurse) by (the wrong name/another/someone) | seeing (things/people/animals/insects/rats/children) |
    picking at (the air/the sheets/things/the blanket/the bedclothes) | not (herself/himself/all there/with it/making sense) |
    away with the fairies | does not know what year | put (kettle/shoes/keys/milk/phone) in (fridge/freezer/oven/microwave) |
    (mind/brain) has gone | lost the plot overnight | suddenly (demented/gone senile/confused)
concept-sign-drowsy =
    (very/really/so/too/super/unusually/extremely/dead/incredibly/strangely/worryingly/abnormally/increasingly) (sleepy/drowsy/lethargic/dozy/dopey/listless/groggy) |
    (hard/difficult/impossible/tricky/struggle) to (wake/rouse/keep awake) | (can not/will not/could not) (stay awake/keep awake/keep eyes open/lift head) |
    (keeps/keep) (drifting off/dropping off/nodding off/falling asleep/dozing off/going to sleep/closing eyes/slipping off) |
    (barely/hardly/scarcely/only half) (awake/conscious/waking/keeping eyes open/opening eyes/stirring) |
    (just/only) wants to sleep | (sleeping/asleep/slept) (all day and/nearly all day/round the clock/the whole day) |
    half asleep and | semi conscious | not waking for | will not wake properly | glassy eyed | glazed | vacant | spaced out
concept-sign-grey =
    (grey/gray/ashen/waxy/pasty/chalky/putty/white/pale/deathly pale) (and/as/like) (sweaty/sweating/clammy/a ghost/a sheet/death/putty/ash/chalk/cold/floppy/limp/marble/shaking/paper/milk/candle/candle wax/damp) |
    (gone/went/going/turned/looks/looking/is/all) (grey/gray/ashen/waxy/deathly/white as/a funny colour/a horrible colour/an awful colour/a terrible colour/mottled) |
    (colour/color) of (putty/ash/death/chalk/wet cement/cement/porridge/parchment/paper/clay) | (clammy/sweaty) and (pale/grey/gray/cold/white) |
    (mottled/marbled/blotchy) (skin/legs/arms/hands/knees/all over) | skin (mottled/marbled/like marble/looks like marble/like corned beef/blotchy and cold)
concept-sign-sweat =
    (pouring/dripping/drenched/soaked/wet/running/bathed/soaking/wringing/beads) (in/with/of) sweat | (sweating/sweats) (buckets/bullets/cobs/like mad/loads/like a pig/heavily/profusely/cold) |
    cold (sweat/sweats) | (clammy/sweaty) | come out in a sweat | broke out in a sweat | shirt is (wet/soaked/drenched) | sweat (pouring/dripping/running)
concept-sign-floppy =
    (floppy/like a rag doll/limp as a rag/all limp/went limp/gone limp/like jelly in my arms/no tone/flaccid/boneless) | flopped in my arms |
    (head/arms/legs) (flopping/lolling/dangling/flopping about) | (hanging/lying) (limp/like a rag doll/like a rag)

## Heart and brain

concept-sign-chest =
    (elephant/brick/bricks/anvil/boulder/concrete/someone/somebody/van/lorry/bus/truck/horse/slab) (sitting/standing/sat/stood/parked/kneeling/pressing) on (chest/breastbone/me/him/her) | elephant is sat on |
    (elephant/brick/bricks/anvil/boulder/ton of bricks/car/van/lorry) on chest | (clutching/holding/grabbing/rubbing/gripping/grabbed/clutched) (chest/breastbone) | (fist/hand) (squeezing/gripping) (heart/chest) | squeezing behind (ribs/breastbone)
concept-sign-face =
    (face/mouth/smile/lip/cheek) (drooping/droops/drooped/droopy/drooped/droop/dropped/dropping/fallen/sagging/sags/sagged/slipped/slipping/sliding/slid/lopsided/lop sided/wonky/crooked/uneven/twisted/skew whiff/squint/lopsidey/melting/melted/not level/slumped/slanted/slanting/paralysed/paralyzed/frozen/palsied/asymmetrical/caved/collapsed) |
    (drooping/droopy/drooped/sagging/wonky/lopsided/crooked/fallen/slumped/twisted/uneven) (face/mouth/smile/cheek/on one side/down one side/on the left/on the right/left side/right side) |
    (side/half) of (face/mouth) (gone/dropped/drooping/droopy/dead/not moving/frozen/paralysed/fallen/sagging/hanging/slipped/slid/will not move/does not move/stopped moving/stopped working/not working) |
    (can not/could not/will not) (smile/smile properly/smile straight/move one side of face/close one eye/shut one eye/puff cheeks/whistle) |
    (drink/tea/coffee/water/food/dribble/saliva/soup/juice) (running/dribbling/dripping/falling/spilling/pouring/leaking/comes/came/coming) out (of/) (one side/side/corner/the left/the right) |
    (dribbling/drooling) (out of/from/down) (one side/one corner/left side/right side) | (smile/smiles/smiling) (only on/on one side/with one side/with half/wrong/funny)
concept-sign-limb =
    (can not/could not/will not/unable to) (move/use/feel) (left/right/one) (arm/hand/leg/foot/side) | (left/right/one) (arm/hand/leg/foot) (dead/useless/paralysed/limp/not working/stopped working/will not work/will not move/hanging/flopping) |
    (lost/no) (use/feeling/strength/power) in (left/right/one) (arm/hand/leg/foot) | (weak/weakness/numb/numbness/dead/tingling) (down/on) (one/left/right/the left/the right) side | (one/left/right) side (numb/weak/dead/paralysed/not working/stopped working/useless) | half (of/) body (numb/weak/dead/paralysed/not working/not moving) |
    (arm/hand/leg/foot) (is not mine/belongs to someone/will not do what/just will not do/will not obey) | (dragging/drags/trailing) (left/right/one) (leg/foot) | one sided (weakness/numbness) | hand (just/) will not do it
concept-sign-speech =
    (slurring/slurred/slurs/slur/slurry) | (words/speech/talking/sentences/voice) (slurred/slurring/garbled/jumbled/muddled/nonsense/gibberish/mush/mushy/gobbledegook/scrambled/thick/incoherent/backwards/back to front/not making sense/makes no sense/make no sense/gone funny/gone wrong/all wrong/mangled) |
    (can not/could not/unable to/not able to/struggling to/struggles to/can hardly/can barely/trouble) (get words out/get the words out/getting words out/getting her words out/getting his words out/get a word out/find words/find the words/finding words/finding the right words/form words/form a sentence/forming words/forming sentences/string words/string a sentence/string two words/say what/put words together/put a sentence together/make words/say anything that) |
    (words/word) (will not come/not coming/does not come/would not come/will not come out/do not come out/come out wrong/coming out wrong/come out jumbled/come out funny/wrong order) |
    (saying/says/said/using/uses/calling/keeps saying) (the wrong words/wrong words/the wrong word/wrong word/things that do not/random words/the same word over) | speaking (gibberish/nonsense/double dutch/rubbish) |
    (only/just) (noises/noise/grunts/sounds/mumbles/mumbling) come out | lost (the power of speech/speech/ability to speak/ability to talk) | stopped making sense mid sentence |
    (sounds/sounded/sounding/seems/seemed/acting/talking/walking) (drunk/like drunk/like a drunk/like she is drunk/like he is drunk/like i am drunk/as if drunk)
concept-sign-vision =
    (left eye/right eye/one eye) (gone blind/went blind/gone dark/went dark/gone black/went black/gone blank/not seeing/can not see/stopped seeing/stopped working/gone grey/went grey) | (blind/black/dark/blank) in (one/left/right) eye | (can not/could not) see (out of/from/with) (one/left/right) eye |
    half of what i see (vanished/gone/missing/disappeared) | (everything on the left/everything on the right/left half/right half/one half) (missing/gone/vanished/disappeared/not there/is not there/blank) | (curtain/shutter/shadow/net curtain) (over/across/down/came/coming/drawn) | (sight/vision) (vanished/disappeared/blacked out/cut out/switched off) | suddenly blind | sudden blindness
concept-sign-thunder =
    (worst/most awful/most horrific/most horrendous/most terrible/most severe/most painful/most intense/most violent) (headache/head ache/head pain) | (headache/head pain) (hit/came on/struck/exploded) (like/in seconds/instantly/all at once/suddenly/out of nowhere/from nowhere/out of the blue) |
    (sudden/instant/explosive) (headache/head pain/awful headache/terrible headache/blinding headache/severe headache/agonising headache) | (hit/struck/whacked/smacked/kicked/clubbed/shot) (in/on/over/round) (back of head/head) with (bat/hammer/brick/plank/axe) | like (being hit/been hit/someone hit/someone whacked/someone kicked/being kicked/being shot/been shot) (me/) (in/on/over/round) (back of head/head) |
    (something/felt something) (burst/popped/snapped/exploded/went pop) (in/inside) head | never had (head pain/such a headache) | zero to ten in seconds
concept-sign-fit =
    (fitting/seizing/convulsing/convulsed/having convulsions/having a fit/having a seizure/having fits/having seizures/had a fit/had a seizure/had a convulsion/taken a fit/taking a fit/took a fit/in a fit/in a seizure/in status) |
    (whole body/body/arms and legs/arms/legs/all her limbs/all his limbs/limbs/one side/half his body/half her body) (jerking/twitching/thrashing/convulsing/shaking violently/shaking uncontrollably/juddering/flailing/jolting/stiff and shaking/rigid and shaking) |
    (went/gone/goes/going) (stiff/rigid) (and/then) (shaking/started/shook/jerking/jerked/twitching/trembling/fell/eyes/blue/all/began) |
    (eyes/eye) (rolled back/rolling back/rolled up/rolling up/rolled into/up in/gone up/flickering back/rolled to the back) |
    (foaming/frothing/froth/foam/bubbles) (at/from/round/around/out of/coming from) (the mouth/mouth/lips) | (shaking/jerking/twitching/juddering) (all over and/uncontrollably and/violently and) (not/unresponsive/can not/eyes/blue/will not)
concept-sign-fit-long =
    (still/not stopped/will not stop/has not stopped/does not stop/keeps) (fitting/seizing/convulsing/jerking/having fits/having seizures) | (one/another) (fit/seizure) after (another/the other) |
    (second/third/fourth/another) (fit/seizure/convulsion) (today/tonight/this morning/in an hour/in a row/now) | (fit/seizure/fitting/seizing) (for/has lasted/lasting/going on for/over/more than) (five/six/seven/eight/ten/5/6/7/8/10/15/20/fifteen/twenty) (minutes/mins/min) |
    (two/three/four/2/3/4/several) (fits/seizures) (today/in a row/back to back/this morning/without/one after) | (first/first ever) (fit/seizure/convulsion) | never had (a fit/a seizure/one) before

## Breathing, throat, allergy

concept-sign-struggle =
    (can not/could not/unable to/can hardly/can barely/struggling to/fighting to/battling to/hardly able to/scarcely/not able to) (breathe/breath/get breath/get any breath/catch breath/draw breath/get air/get any air/get enough air/get air in/suck in air/breathe in) |
    (fighting/struggling/gasping/desperate/heaving/battling/starved/straining/panting) (for/of) (breath/air/every breath/each breath/oxygen) | (gulping/sucking in/gasping) air |
    (ribs/chest/tummy/throat/neck/skin/stomach/belly) (sucking in/sucked in/sucks in/pulling in/pulled in/pulls in/caving in/going in and out/drawing in/drawn in/sinking in/going in with/tugging/heaving/pumping/working hard) |
    (sucking/pulling/drawing/dipping/tugging) in (under ribs/between ribs/at the neck/at the throat/below ribs/at the ribs/between the ribs/around ribs) | see (every rib/all his ribs/all her ribs/ribs with) |
    (nostrils/nose) (flaring/flare/flared/flares) | (head bobbing/bobbing head) | using (all/neck/shoulder/tummy/stomach) muscles to breathe |
    breathing (really badly/is terrible/is awful/is horrendous/is a struggle/getting harder by the minute) | (every/each) breath (is a/is an) (struggle/effort/fight/battle) |
    suffocating | feel like (i am suffocating/drowning) | (pink/frothy/foamy/bubbly) (froth/sputum/spit/phlegm/foam) | (sat/sitting/sits) bolt upright | tripod | air hunger | gasping | gasps
concept-sign-few-words =
    (can not/could not/unable to/can hardly/can barely/too breathless to/too short of breath to/too out of breath to/struggling to/only) (finish sentences/finish a sentence/get a sentence out/get a whole sentence/complete a sentence/speak in sentences/talk in sentences/talk in full/speak in full/say more than/speak more than/manage more than/manage two words/manage a word/manage a sentence/string two words) |
    (one/two/three/few/couple of) words (at a time/between breaths/per breath/a breath/and stops/then stops/then has to stop/then a gasp/before) | (too breathless/too short of breath/too puffed) to (speak/talk/eat/drink/walk/move) |
    (can not/unable to) (talk/speak) (for/because of) (breathlessness/gasping/coughing/wheezing)
concept-sign-inhaler-fails =
    (inhaler/blue inhaler/puffer/ventolin/salbutamol/nebuliser/nebulizer/puffs/albuterol/pump) (not helping/not working/does nothing/doing nothing/did nothing/no help/no difference/no good/not touching/not touching it/made no difference/makes no difference/does not help/has not helped/is empty/ran out/run out/not doing anything/no effect/not making any difference/useless) |
    (ten/eleven/twelve/fifteen/twenty/10/12/14/15/16/18/20/30) puffs | puffed (ten/twelve/fifteen/twenty/10/12/15/20) times | (no/without) (relief/improvement/difference/effect) from (inhaler/nebuliser/puffer)
concept-sign-noisy-breath =
    (noisy/noise/whistling/crowing/squeaky/squeaking/screeching/harsh/rasping/high pitched/rattly/honking/barking) (breathing/breath/breaths/breathing in/noise when breathing/sound when breathing/noise breathing/noise every breath/noise with every breath/sound every breath/sound with every breath) |
    (crowing/squeaking/screeching/whistling/rasping/barking/honking/creaking) (each time/every time/when/as) (breathes in/breathing in/breathes/i breathe) | stridor
concept-sign-swell-mouth =
    (lips/lip/tongue/throat/mouth/face/windpipe) (swelling/swollen/swelled/swell/swells/puffed/puffing/huge/massive/enormous/ballooned/ballooning/blown/blew/fat/thick/thickening/expanding/doubled/like sausages/like a balloon/inflated/double the size/twice the size/itchy and swollen/up like) |
    (swollen/swelling/huge/massive/thick/fat/enormous/ballooning) (lips/lip/tongue/throat/mouth/face/around the mouth/round the mouth/of the lips/of the tongue/of the face/of lips/of face/in throat/in mouth)
concept-sign-throat-shut =
    (throat/windpipe/airway) (closing/closed/closes/shutting/shut/tightening/tight/tighter/constricting/narrowing/blocking/seizing/closing over/going tight/feels tight/feels thick/feels like it is closing) |
    (tightness/tightening/swelling/closing/thickness/constriction) (in/of) (throat/windpipe) | (tongue/voice) (too big/filling mouth/feels big/getting bigger/is going/going funny/going squeaky/gone funny/gone squeaky/gone croaky/gone hoarse/gone husky)
concept-sign-tongue-big =
    tongue (is/has/feels/getting/suddenly/) (swelling/swelled/swollen/huge/enormous/massive/blown up/ballooned/double the size/twice the size/too big) | (swollen/huge/enormous/massive) tongue
concept-sign-allergen =
    walnut | walnuts | almond | almonds | pistachio | pistachios | hazelnut | hazelnuts | pecan | pecans | brazil nut | brazil nuts | macadamia | pine nuts | peanut butter | nutella |
    crab | lobster | mussels | mussel | oyster | oysters | scallops | squid | shrimp | shrimps | seafood | fish fingers | cod | salmon | tuna | tahini | houmous | hummus | halva | falafel |
    mango | banana | strawberry | strawberries | soya | lupin | mustard | celery | omelette | meringue | yoghurt | custard | cow's milk | formula | pesto | marzipan | granola bar | snickers | curry | pad thai | takeaway |
    yellow jacket | wasps | bees | bee sting | wasp sting | fire ants | ants | ant | jellyfish | hornets | horsefly | insect bite | ibuprofen | naproxen | aspirin | diclofenac | antibiotics | augmentin | co amoxiclav | flucloxacillin | cefalexin | cephalexin | cefuroxime |
    trimethoprim | nitrofurantoin | doxycycline | clarithromycin | erythromycin | ciprofloxacin | injection | infusion | iron infusion | drip | vaccine | jab | vaccination | contrast | dye | hair dye | henna | chlorhexidine | something i ate | something he ate | something she ate | new food
concept-sign-itch-all =
    palms itching | itchy palms | (hives/welts/wheals/weals/red lumps/raised lumps) (all over/everywhere/head to toe/coming up/appearing) | covered in (hives/welts/wheals/blotches/red lumps) |
    come (up/out) in (hives/welts/lumps/blotches/wheals) | (red/bright red) (like a lobster/as a lobster/from head to toe)
concept-sign-choke =
    (choking/choke/choked/chokes) (on/and/now/badly) | (is/are/was/am/still/now/started/actually/properly) choking |
    (stuck/lodged/jammed/wedged/caught/blocking) in (throat/windpipe/airway/gullet/neck/pipe) and |
    (grape/sweet/sweetie/boiled sweet/marble/lego/coin/hot dog/sausage/meat/steak/chicken/bread/toast/sandwich/apple/carrot/popcorn/nut/peanut/bone/fish bone/bead/battery/toy/bottle top/lid/food/dummy/pen lid/cherry/tomato/marshmallow/pill/tablet/crisp/biscuit/mint/gobstopper/magnet/button/pea/bit of) (stuck/lodged/jammed/wedged/caught/down the wrong/gone down/went down/blocking/will not come/will not budge) |
    (back slaps/back blows/heimlich/abdominal thrusts/slapping back/hitting back/thumping back/banging back/whacking back/thumped back/hit back) |
    (can not/could not/unable to) (get it out/dislodge/cough it up/cough it out/clear it/bring it up)
concept-sign-choke-now =
    (is/are/am/still/now/started/actually/properly/child/baby/toddler/son/daughter/wife/husband/he/she) choking | choking (on/right now/now/help) |
    (grape/sweet/boiled sweet/marble/lego/hot dog/sausage/meat/steak/chicken/bread/toast/apple/carrot/popcorn/peanut/bead/toy/bottle top/cherry tomato/marshmallow) (stuck in throat and/lodged in throat and/lodged/wedged)
concept-sign-silent =
    (no/not a) (sound/noise/cough/cry/word/air/peep) | (can not/could not/unable to/not/does not) (make a sound/make a noise/cough/cry/speak/talk/breathe/make any sound/make any noise/making a sound/making any sound/making any noise/making a noise/get a breath/swallow/swallow saliva/swallow spit/get saliva down) |
    (going/gone/turning/turned/went/goes) (blue/purple/red/grey/dark red/a funny colour/bright red/crimson) | (grabbing/clutching/holding/pointing at/pointing to/clawing at/grabbed/clutched/hands at/hands to/hands on) (throat/neck) | eyes (bulging/wide/watering/popping) | (drooling/dribbling/wheezing/whistling/panicking)

## Poisons and medicines

concept-sign-took =
    (took/taken/swallowed/swallowing/ate/eaten/drank/drunk/drinking/chewed/licked/necked/downed/injected/snorted/smoked/gave/given/got into/got hold of/helped himself to/helped herself to/polished off/gulped/sipped/sucked/sucking/chewing/eating/scoffed/consumed/ingested/popped/washed down/emptied/finished off/been at/been into) |
    (in/round/around/all over) (mouth/his mouth/her mouth/his lips/her lips/his hands and mouth)
concept-sign-drug =
    cocodamol | co codamol | co dydramol | dihydrocodeine | solpadeine | anadin | lemsip | calpol | feminax | nurofen plus | naproxen | diclofenac | sumatriptan | buprenorphine | subutex | temazepam | lorazepam | clonazepam | alprazolam | klonopin | ativan | ambien | zolpidem | phenobarbital |
    fluoxetine | prozac | zoloft | lexapro | escitalopram | venlafaxine | duloxetine | mirtazapine | trazodone | dosulepin | clomipramine | nortriptyline | olanzapine | risperidone | haloperidol | clozapine | lamotrigine | sodium valproate | carbamazepine | tegretol | phenytoin |
    atenolol | metoprolol | verapamil | diltiazem | ramipril | lisinopril | losartan | candesartan | doxazosin | nifedipine | blood pressure pills | heart pills | heart meds | heart medicine | water tablets | furosemide | spironolactone | glibenclamide | glipizide | diabetic tablets | diabetes tablets | sugar tablets |
    methotrexate | hydroxychloroquine | quinine | ferrous sulphate | ferrous fumarate | iron supplements | iron syrup | prenatal vitamins | caffeine tablets | pro plus | slimming pills | diet pills | steroids tablets | thyroid tablets | antipsychotics | painkillers | pain killers | painkiller | pain pills | sleepers | sleeping pill | benzo | blues | molly | pingers | mandy | pills at the | shrooms | magic mushrooms | spice | mamba | nitazenes | crack | smack | gear | ket | speed | amphetamines | vallies | xans | street valium | roofies | blister pack | blister packs | pill box | dosette | medicine cabinet | pillbox | methylphenidate | adhd meds | vapes | edible | thc | cannabis | hash | space cake | opioids | opiates | oxycontin | hydrocodone | patches
concept-sign-overdose =
    (overdose/overdosed/overdosing/oding/ods) | (too many/too much) (pills/tablets/paracetamol/ibuprofen/painkillers/insulin/medication/medicine/calpol/morphine/methadone/heroin/codeine/tramadol/aspirin/tylenol/antidepressants/co codamol/ecstasy/mdma/ketamine/ghb/cocaine/spice) |
    (whole/entire/full) (bottle/box/packet/pack/strip/tub/sheet) of (pills/tablets/paracetamol/ibuprofen/painkillers/calpol/aspirin/tylenol/nurofen/vodka/whisky/gin/medication/medicine) | (handful/handfuls/fistful/bunch/load/loads/pile/cocktail) of (pills/tablets/paracetamol/ibuprofen/painkillers/aspirin/tylenol/medication/capsules) |
    (swallowed/downed/necked/taken/took/emptied) (the whole lot/the lot/everything in the cabinet/the whole packet/the whole bottle/the entire bottle/the whole box/the whole strip/two boxes/two packets) | empty (pill/tablet/paracetamol/medicine/blister) (bottle/bottles/packet/packets/packs/strips) | (ten/five/twice/three/four) times (the dose/normal dose/prescribed) | (wrong/someone else's) (insulin/tablets/medication/pills) | (tablets/pills/capsules) missing (from/out) | at least (2/3/4/5/6/8/10/four/five/six) missing
concept-sign-poison =
    (drain/toilet/oven/bathroom/floor/window/carpet/glass/jewellery/bbq/barbecue/wheel/brick/patio/loo/tile) (cleaner/unblocker/opener/cleaning stuff/cleaning fluid) | washing up liquid | washing powder | fabric softener | dishwasher (tablet/tab/liquid/salt/powder/pod/detergent/rinse aid) | laundry (pod/capsule/gel/detergent/tablet/liquid) | washing (pod/capsule/liquid) | (ariel/persil/tide/fairy) (pod/pods/capsule) |
    (bleach/domestos/harpic/cillit bang/mr muscle/dettol/jeyes fluid/surgical spirit/acetone/thinners/paint stripper/paint thinner/turps/meths/methylated spirits/petrol/diesel/kerosene/lighter fluid/lamp oil/citronella oil/torch oil/antifreeze/anti freeze/coolant/screenwash/de icer/weedkiller/weed killer/roundup/paraquat/glyphosate/pesticide/insecticide/fly spray/ant powder/ant killer/rat bait/mouse poison/rat poison/slug pellets/fertilizer/plant food/creosote/wood preservative/caustic/lye/ammonia/hydrochloric/sulphuric/hydrofluoric/formaldehyde/chlorine/pool chemicals/chlorine tablets/hair bleach/hand gel/nail varnish remover/nail glue/superglue/super glue) |
    (button/watch/coin/lithium/disc/round/little/remote/hearing aid) (battery/batteries) | (magnet/magnets/magnetic beads/magnetic balls/water beads/orbeez) | (yew/laburnum/foxglove/oleander/hemlock/daffodil bulb/daffodil bulbs/lily of the valley/nightshade/cuckoo pint/lords and ladies/holly berries/mistletoe/monkshood/giant hogweed/castor beans/laurel/toadstool/toadstools/wild mushroom/wild mushrooms/berry/berries/red berries/ivy) |
    (vape/nicotine/e cig/e cigarette) (juice/liquid/fluid/refill/pouch/pouches/patch/patches) | (cigarette/cigarettes/fag/fag end/cigarette butt) end | (essential/tea tree/eucalyptus/camphor/wintergreen/olbas) oil | (homemade/bootleg/fake/dodgy) (vodka/spirits/alcohol/gin) | silica gel
concept-sign-gas =
    (co/monoxide/gas) (alarm/detector/thing) (going off/gone off/went off/screaming/beeping/bleeping/sounding/will not stop/keeps going/wailing) | (smell/smells/stink/stinks) of gas | gas leak | (breathed/breathing/inhaled) in (fumes/smoke/chlorine/exhaust/chemical/gas) | mixed bleach with | (generator/bbq/barbecue/charcoal) (in/inside) (the/a) (tent/garage/caravan/porch/shed/van/cabin)
concept-sign-many-ill =
    (all/both/everyone/everybody/whole family/we all/all of us/three of us/two of us/four of us/kids and i/me and the kids/my flatmates/half the office) (headache/headaches/headachy/sick/dizzy/drowsy/sleepy/vomiting/got headaches/have headaches/feel sick/feeling sick/feel ill/feel dizzy/with headaches/been sick/throwing up/nauseous/got a headache/have a headache/woke up with)

## Wounds, burns, falls

concept-sign-gush =
    blood (spurting/squirting/pumping/gushing/pouring/spraying/shooting out/fountaining/streaming/pulsing/jetting) | (spurting/squirting/pumping/gushing/pouring/spraying/streaming/pulsing) blood | bleeding (everywhere/profusely/like a tap/uncontrollably) | shoots out with every (heart beat/heartbeat/beat) | shoot out with every |
    (can not/could not/unable to/nothing will) (stop/stem/slow/control) (bleeding/blood/flow) | bleeding (will not/does not/has not) (stop/stopping/stopped/slow/clot) | press but not stop | pressing but (not stopping/it will not stop/keeps coming) | (soaked/bled/pouring/going/coming) through (the/two/three/four/several/every) (towel/towels/bandage/bandages/dressing/dressings/tea towel/tea towels) | (severed/nicked/cut/hit/sliced) (artery/arteries) | puddle getting bigger | puddle of blood
concept-sign-cut-deep =
    (finger/thumb/toe/hand/fingertip) (cut/chopped/sliced/ripped/torn/bitten/sawn/taken/came/come) off | (chopped/sliced/cut/sawn/ripped/torn/bitten/took/lost) (tip/end/top) of (finger/thumb/toe) | (down/cut/gash) to the bone | gaping (wound/cut/hole) | (it is/it/wound/cut/arm/leg) gaping | (stabbed/knifed/gunshot/impaled/slashed/glassed/skewered) |
    (knife/blade/screwdriver/pole/rod/railing/arrow/spike) (sticking out/stuck in/still in/gone through/went through) | bone (sticking/poking/coming) (out/through)
concept-sign-broken =
    (bone/shin/shinbone) (sticking out/poking out/coming through/through the skin/through skin/protruding/showing/has come through/jutting/visible/exposed/out of) | (arm/leg/wrist/ankle/elbow/foot/knee/shin/forearm/thigh) (bent/twisted/pointing/facing/at) (the wrong way/wrong way/backwards/sideways/at a funny angle/a funny angle/a weird angle/an odd angle/the wrong direction/wrong angle/90 degrees/right angles/in half/horribly/an angle) |
    (foot/hand/fingers/toes) (facing/pointing) (the wrong way/backwards/behind) | (leg/arm/ankle/wrist) (snapped/snapped in two/in two pieces/mangled/crushed/flattened) | (leg/hip) (shorter/turned out/twisted out/rolled out/pointing out) | (looks/looking) shorter than the other
concept-sign-burn =
    (boiling/scalding) (water/oil/fat/tea/coffee/soup/bath/milk) (over/on/onto/all over/down/up/in) | (pulled/knocked/tipped) (kettle/pan/teapot/saucepan/chip pan) | (clothes/shirt/sleeve/hair/dress) (on fire/caught fire/alight) | (acid/chemical/electrical) (burn/burns) | (burnt/burned/scalded/scorched) (all over/face/round nose)
concept-sign-burn-bad =
    (face/chest/neck/back/both legs/both arms/whole arm/whole leg/whole hand/legs/arms) (blistering/blistered/peeling/raw/charred) | (blistering/peeling/charred/leathery) (on/all over/across) (face/chest/neck/back/legs/arms)
concept-sign-head-blow =
    (hit/bang/banged/bumped/smacked/cracked/whacked/bashed/knocked/clonked/smashed/struck/thumped/injured/split/walloped/hurt) (head/skull/back of head/side of head/forehead) | (fell/landed/dropped/came down) (on/onto/on to) (head/back of head/skull/face) | (blow/knock/bang/bump/kick/whack/crack/injury) (to/on) (the head/head/skull) | head (injury/hit/smashed/split/struck/banged/bounced) | (kicked/punched/hit/bottled/struck/headbutted/clubbed) in (the head/head) | concussion | concussed
concept-sign-fall-far =
    (off/from/out of/through) (the/a) (roof/ladder/scaffolding/upstairs window/bedroom window/balcony/tree/loft/skylight/bunk bed) | over the handlebars | (cyclist/pedestrian/child/kid) (vs/versus/under/hit by) (car/van/bus/lorry/truck) | (hit/knocked down/run over/clipped/dragged) by (car/van/bus/lorry/truck/train/motorbike/tractor/bull) | (car/motorbike/head on/quad) (crash/smash/collision) | (trapped/pinned/crushed) (under/beneath/by/between) (the/a)
concept-sign-legs-dead =
    (can not/could not/will not/unable to/not able to) (feel/move/wiggle) (legs/feet/toes/both legs/arms and legs/anything below/arms or legs/fingers or toes/below the waist/from the waist down/hands or feet/arms) | (lower half/everything below) (numb/dead/paralysed/paralyzed/not working/will not work/will not move/do not work/stopped working/gone/will not hold/gave way/useless/gone weak/gone dead) |
    (no/lost all/lost) (feeling/sensation/movement/power) (in/below/from) (legs/both legs/waist down/the waist/arms and legs/arms/chest down/neck down) | (paralysed/numb/dead) from (the waist/waist/chest/neck/the neck/the chest)

## Pregnancy, newborns, children

concept-sign-expecting =
    (weeks/wks/months/mths) (pregnant/gone/pg/preg) | pregnant | preggo | expecting | trimester | my bump | her bump | due (date/next week/next month/in two weeks/tomorrow/in three weeks) | carrying twins | in labour | in labor | antenatal
concept-sign-birth =
    (baby/head/feet/foot/bum/arm/bottom/something) (is coming/coming out/is out/coming now/is showing/crowning/poking out/sticking out/hanging out/between legs/between her legs) | (can/i can/she can) (see/feel) (the head/head/baby head/feet/the baby's head/something between) |
    (need/needs/want/wants/urge/urges/having/started/desperate) to (push/bear down) | (pushing/bearing down) and | (giving/gave) birth (in/on/at/now/right) (the/now/home/car/taxi/toilet/bathroom) | (contractions/pains) (every/coming every/two minutes/2 minutes/one minute/a minute/are one/are two/back to back/on top of) (minute/two minutes/2 minutes/minutes apart/apart/another/each other/other) | baby (arriving/being born) | born in the (car/toilet/bath/taxi)
concept-sign-cord = (cord/umbilical cord/loop/rope) (hanging/out/coming out/showing/prolapsed/visible/between legs/first/has come out/came out)
concept-sign-waters =
    (waters/water) (broke/broken/gone/went/burst/leaking/have broken/have gone/just gone/popped/trickling) | (gush/gushing/trickle/leaking/leak) of (fluid/water/liquid/clear fluid) | (green/brown/bloody/meconium/smelly/pea soup/yellow) (waters/water/fluid/liquor)
concept-sign-baby-quiet =
    (baby/bump/he/she/little one/twins) (not moved/not moving/stopped moving/not kicked/not kicking/stopped kicking/gone quiet/went quiet/hardly moved/barely moved/hardly moving/moving less/moved less/not as active/been very still/been still/is still/is very quiet/has been quiet/not moved much/less active/quieter than/hardly kicking/hardly kicked) |
    (not/no/can not/have not/has not/hardly/barely/fewer/less/reduced/no more) (felt baby/felt the baby/felt any movement/felt any movements/feel any movement/felt movement/felt movements/felt a kick/felt any kicks/felt kicks/felt her/felt him/felt it move/feel the baby/feel baby/feel him/feel her/feel any kicks/movements/kicks/movement/fetal movement/fetal movements/foetal movements/felt a thing)
concept-sign-preg-blood =
    (bleeding/blood/bled/haemorrhaging/clots/bright red/gush of blood/passing clots/soaked pads/soaking pads/flooding) (from down below/from vagina/down there/from below/vaginally/down legs/down both legs/in the toilet/in underwear/in my knickers/with clots/heavy/heavily/loads/everywhere/lots)
concept-sign-preg-pain =
    (constant/terrible/severe/awful/agonising/excruciating/sharp/stabbing/unbearable/sudden) (pain/tummy pain/belly pain/stomach pain/abdominal pain/cramps/cramping/pains) | (bump/womb/stomach/tummy/belly) (rock hard/hard as/gone hard/solid/rigid/like a rock/like wood/hard and/went hard)
concept-sign-preeclamptic =
    (flashing/flashing lights/flashes/sparkles/sparkly/stars/spots/zigzags/black spots/blurry/blurred/blurring/double/silver stars) (lights/in vision/in eyes/before eyes/in my eyes/in front of eyes/vision/sight/eyesight/everywhere/and) | seeing (stars/spots/flashes/flashing/sparkles/lights/black dots/floaters/double/zigzags) |
    (face/hands/fingers/eyes/feet) (puffy/swollen/swelled/swelling/ballooned/blown up/puffed) (suddenly/overnight/up/today/since yesterday/and/badly) | (blood pressure/bp) (sky high/very high/really high/through the roof/160/170/180/150/high and) | pain (under/below/beneath) (ribs/right ribs/the ribs/right rib/breastbone)
concept-sign-newborn-off =
    (not/will not/refusing/refuses/stopped/hardly/barely/can not/too sleepy to/too weak to/too tired to/off/does not want to/has not/would not/not interested in) (feed/feeding/feeds/fed/nurse/nursing/latch/latching/suck/sucking/take bottle/take the bottle/take a bottle/take breast/take the breast/take milk/take any milk/taking milk/taking bottle/taking feeds/drink/drinking/bottle/milk/breast/wake for feeds/waking for feeds/wake for a feed/wake up for feeds/finish a bottle/finish bottle) |
    (missed/skipped/slept through) (feeds/two feeds/three feeds/last feeds/2 feeds/3 feeds/four feeds/several feeds/last two feeds/last three feeds/feed)
concept-sign-newborn-limp =
    (baby/newborn/little one/infant) (floppy/limp/lifeless/like a rag doll/unresponsive/not responding/not waking/will not wake/grey/blue/purple/mottled/stopped breathing/not breathing)
concept-sign-cry-odd =
    (high pitched/high/shrill/weak/feeble/strange/odd/weird/different/whimpering/moaning/continuous/cat like/screechy/piercing/funny/thin) (cry/crying/scream/screaming/shriek/wail/wailing) | (moaning/whimpering/grizzling/mewing) (constantly/non stop/all the time/instead of crying/with every) | too (weak/tired/floppy) to cry | (will not/can not/not) (cry/stop screaming/be comforted/settle at all/be settled) | cries when (touched/held/moved/picked up)
concept-sign-fontanelle = (soft spot/soft bit/soft bit on top/fontanelle/fontanel/top of head) (bulging/bulges/sticking out/raised/swollen/tense/hard/bulgy/popping out/pushing out) | bulging (soft spot/fontanelle/fontanel)
concept-sign-green-sick =
    (green/bile/bright green/dark green/grass green/bilious/lime green/luminous green/yellow green) (vomit/sick/puke/spit up/liquid/fluid) | (vomit/vomiting/sick/throwing up/puking/being sick/bringing up/sicked up/vomited/threw up/spitting up) (green/bile/bright green/dark green/something green/green stuff/green liquid/green bile/bright green stuff/lots of green)
concept-sign-jelly-poo = (redcurrant/red currant/raspberry/strawberry/blood and/bloody) (jelly/jam/mucus poo/mucus) | (jam/jelly/jelly like) (poo/stool/nappy/in nappy/like poo) 
concept-sign-dry =
    (dry/bone dry) (nappy/nappies/diaper/diapers) | no tears | (not/has not) (weed/peed/had a wet nappy/passed urine) since | sunken (eyes/soft spot/fontanelle)
concept-sign-baby-drop =
    (dropped/drop) (my/the/our) (baby/newborn) | (fell/fallen/rolled/slipped) (off/from/out of) (changing table/changing mat/my arms/arms/car seat/high chair/worktop/sling)
concept-sign-cot-still = (face down/blue/cold/still/not moving/lifeless/limp) in (cot/crib/bed/moses basket/pram/car seat/bath/pool/pond/water) | found (face down/lifeless/blue/not breathing)

## Infection

concept-sign-rash-stay =
    (rash/spots/marks/dots/blotches) (not fade/not fading/does not fade/do not fade/will not fade/does not disappear/do not disappear/stays/stayed/stay/not vanish/not blanch) (when/with/under/if) | (purple/dark red/pinprick/bruise like/bruisey) (spots/dots/marks/blotches/rash/patches) (coming up/appearing/spreading/all over/come on/have come up/came up/popping up) |
    failed (glass/tumbler) test | (spots/bruises) (coming up/appearing) (as i watch/in front of/while i)
concept-sign-neck =
    (neck/her neck/his neck) (stiff/rigid/locked/like a board/too sore to bend/too stiff to/will not bend/does not bend/can not bend/solid/hurts to bend/sore to bend/agony to bend/killing when) | (can not/could not/unable to/will not/not able to/hurts to/screams when/cries when/refuses to) (bend neck/bend her neck/bend his neck/put chin/get chin/touch chin/chin to chest/chin on chest/put chin down/look down/tuck chin/move neck/bend head/bend head forward/nod/put head down/tip head forward/lower chin) | (stiff/rigid/sore stiff) neck
concept-sign-light =
    (light/lights/daylight/bright light/sunlight/lamp/screen) (hurts/hurting/hurt/kills/killing/unbearable/is agony/is too much/painful/burns/like knives/too bright/makes her cry/makes him cry/makes me) | (hates/hating/can not bear/can not stand/can not take/can not look at/scared of/screams at/shielding eyes from/crying at/avoiding/hiding from) (light/the light/lights/daylight/bright light/the window/bright lights) | (curtains/blinds/lights) (closed/drawn/shut/off)
concept-sign-shake-chill =
    (shivering/shaking/shivers/rigors/rigor/shakes/trembling) (violently/uncontrollably/so hard/so much/so badly/badly/non stop/like mad/like a leaf/and can not stop/and hot/with cold/under/like crazy/all over and) | (can not/will not) stop (shivering/shaking/trembling) | teeth (chattering/are chattering/rattling) | (bed/whole bed) shaking
concept-sign-cold-limbs =
    (hands/feet/hands and feet/fingers/toes/legs/arms/skin) (cold/freezing/icy/ice cold/like ice/stone cold/freezing cold/clammy/mottled/blue) (but/and/to/while/though/even) | (cold/freezing/icy/ice cold) (hands/feet/hands and feet/legs and/and clammy/and blotchy/and mottled/and sweaty/and grey/and pale)
concept-sign-fast =
    (breathing/breaths/breath/breathes) (fast/faster/quick/quickly/rapid/rapidly/really fast/very fast/so fast/quite fast/too fast/hard and fast/super fast/shallow/heavy and fast/deep and fast/like mad/like she has run/like he has run/like a dog/like a panting dog) | (panting/huffing/hyperventilating) (like/and/away/at rest/in/even/lying) | (rapid/fast/quick) (breathing/breaths/shallow breaths)
concept-sign-infected =
    (sepsis/septic/blood poisoning/septicaemia) | (chest infection/kidney infection/water infection/urine infection/uti/pneumonia/cellulitis/tonsillitis/chickenpox/chicken pox/infected/infection/abscess/after surgery/after op/after operation/catheter/cannula/picc line/hickman line/ear infection/tooth infection/wound infection/mastitis/measles/scarlet fever/dog bite/cat bite) | pus | discharge stinks
concept-sign-red-track =
    (red line/red streak/redness/red) (tracking/creeping/spreading/running/climbing) (up/fast/by the hour/across) | (purple black/black/purple) (with/and) (blisters/blistered) | (hurts/pain/agony) (out of proportion/way beyond how it looks/worse than it looks/way worse than it looks/far worse than it looks)
concept-sign-weak-immune =
    chemo | chemotherapy | (no/had my/had his/had her/without a/lost his/lost her) (spleen/spleen out/spleen removed) | (bone marrow/stem cell/kidney/liver/heart/lung) transplant | neutropenic | neutropenia | immunosuppressed | (leukaemia/leukemia/lymphoma) | cancer treatment | (immunotherapy/anti rejection/methotrexate/rituximab/clozapine/carbimazole)

## Other emergencies

concept-sign-black-stool =
    (stool/stools/poo/poos/motions/number twos/bowel motions/diarrhoea/shit) (black/jet black/tarry/tar/like tar/pitch black/like treacle/sticky and black/coal black/liquorice/like road tar/dark and tarry/maroon/like blackcurrant) | (black/tarry/jet black/maroon/sticky black) (stool/stools/poo/poos/motions/diarrhoea/tar/runs/shit) | (pooing/passing/passed) (black/tar/pure blood/lots of blood/loads of blood/fresh blood/clots/blood clots/a lot of blood)
concept-sign-vomit-blood =
    (vomit/vomiting/vomited/throwing up/threw up/thrown up/being sick/been sick/puking/puked/bringing up/brought up/retching up/hurled/spewing/sicked up/chucking up/heaving up) (blood/bloody/bright red/red/coffee grounds/dark grounds/clots/black stuff/pure blood/fresh blood/fresh red/red stuff/mugful of blood/cupful of blood) | (blood/clots/coffee grounds) in (vomit/sick/puke) | (vomit/sick/puke) (like coffee grounds/looks like coffee grounds/full of blood/bright red/with blood/black and grainy)
concept-sign-cough-blood = (cough/coughing/coughed/coughs/spitting/spat/hacking/hawking) (up/out) (blood/bright red/pure blood/clots/fresh blood/a lot of blood/cupfuls/mouthfuls of blood/red stuff/pink froth/pinky froth)
concept-sign-eye-hit =
    (something/metal/glass/nail/splinter/chip/stone/dart/cork/ball) (gone into/went into/flew into/shot into/stuck in/hit) (it/eye) | jelly (leaking/coming out) | (pupil/eyeball) (misshapen/teardrop/burst/leaking/punctured)
concept-sign-chem-eye =
    (bleach/cleaner/acid/cement/lime/ammonia/caustic/solvent/petrol/chlorine/spray/chemical) (in/into/splashed in/went in/sprayed in/squirted in/sprayed back at) (eye/eyes/my face)
concept-sign-ball =
    (testicle/testicles/testis/ball/balls/bollock/bollocks/nut/nuts/scrotum/ballsack/sack/nad/nads/knacker/knackers/teste) (pain/agony/hurts/hurting/killing/killing me/swollen/swelling/hard/sore/aching/twisted/higher/riding/pulled up/throbbing/ache/in agony/really sore/so sore/excruciating)
concept-sign-belly-hard =
    (belly/stomach/tummy/gut/guts/abdomen/whole belly) (rigid/solid/hard/rock hard/board/like a board/like a rock/like a drum/hard as/solid as/stiff as/tight as a drum/stiff as a board/like wood/hard as rock/set like) | (can not/could not/unable to/dare not) (straighten/straighten up/stand up straight/stand straight/move an inch/move for the pain/stand upright/move without screaming/cough without/uncurl/bear to be touched) |
    (bent/doubled/curled) (double/over/up in a ball/up in agony/in half) | (screaming/writhing/rolling around/yelling/howling/crying out/on the floor/crawling) (in pain/in agony/with pain/with the pain/on the floor/from pain/on the floor with) | (worst/most intense/most severe/most awful) pain (of my life/ever/of his life/of her life/i have ever/she has ever/he has ever) | (pain/tummy pain/stomach pain/belly pain) (moved/shifted/settled/gone/started) (to/in/down/from) (the right/right side/lower right/bottom right/low right/belly button and)
concept-sign-hernia =
    (hernia/rupture/lump in groin/bulge in groin/groin lump/bulge/lump) (stuck/hard/purple/red/black/dark/blue/will not go back/does not go back/can not be pushed/can not push back/not going back/will not push back/trapped/strangulated/stuck out/tender and/agony/very painful/gone hard) | (can not/could not/will not/unable to) (push it back/push back in/go back in/pop back/be pushed back/push the lump)
concept-sign-limb-cold =
    (leg/foot/arm/hand) (went/gone/turned) (white/cold/icy/stone cold/marble/cold and dead/white and cold/cold and numb) | (white/cold/icy) as marble | white from (knee/elbow/ankle) | no pulse in (foot/leg/hand)
concept-sign-aorta =
    (ripping/tearing/ripped/torn/unzipped) (in/through/between/down) (chest/back/shoulder blades) | like (knife/being unzipped/something tore/something ripped) (from/in/through/down) (chest/back/shoulder blades) | sudden tearing | marfan | marfans
concept-sign-numb-saddle =
    (can not/could not) feel when i wipe | (numb/numbness/no feeling/cotton wool) (around/round/between/in) (bum/bottom/saddle/private parts/privates/genitals/back passage) | lost control of (bladder/bowels) | (wet/soiled) myself without
concept-sign-hot =
    (body temp/temperature/temp/hot) (41/42/40.5/41.5) | (stopped/not/no longer/has not/is not) sweating | skin (like a radiator/like an oven/dry and hot/hot and dry/boiling/burning and dry/bone dry) | (left/locked/shut) in (the/a) (car/hot car) | (heat stroke/heatstroke/sun stroke/sunstroke) | collapsed in the heat
concept-sign-frozen =
    (stone cold/ice cold/freezing cold) (barely/hardly/mumbling/confused/drowsy/not shivering/stiff) | (stopped/no longer) shivering | (pulled/fished/dragged) (out/from) of (river/sea/lake/canal)
concept-sign-under-water =
    (face down in/slipped under/submerged in/inhaled/breathed in) (water/bath/pool/pond/paddling pool/hot tub/river/sea/lake/load of sea) | nearly drowned | drowned
concept-sign-bite-venom =
    (snake/adder/viper/rattler/rattlesnake/cobra/brown snake/copperhead/mamba/krait/python/black widow/redback/funnel web/scorpion/box jellyfish/stonefish/weever/portuguese man) (bit/bite/bites/bitten/got/stung/sting/fang/has bitten/struck) | (bit/bitten/stung) by (a/an/some/) (snake/adder/viper/rattlesnake/cobra/scorpion/jellyfish/black widow/bat/monkey/stray dog/stonefish/fox/wild dog) | fang marks | (bat/monkey) (bit/bite/bitten/scratched/scratch)
concept-sign-adrenal = addison | addisons | addison's | adrenal (insufficiency/crisis/failure) | (steroid/steroids) (card/dependent/emergency card) | hydrocortisone | (missed/stopped/ran out of/run out of/not taken) (steroids/prednisolone/hydrocortisone/steroid tablets)
concept-sign-sugar-high = (meter/sugar/sugars/glucose/blood sugar/bm/bg) (says hi/reads hi/reading hi/just hi/is hi/showing hi/shows hi/off the scale/sky high/through the roof/too high to read/hi/over 20/over 25/over 30/in the 20s/in the 30s/above 20/above 30/will not come down/not coming down) | (high/large/moderate/purple/positive) ketones | ketones (high/large/moderate/purple/positive/3/4/5/6/over/are up/through the roof) | (missed/skipped/stopped/run out of/ran out of/out of/no/without) insulin
concept-sign-sugar-low = (sugar/glucose/blood sugar/bm/bg) (low/dropped/crashed/crashing/1.8/1.9/2.0/2.1/2.2/2.3/2.4/2.5/2.6/2.7/2.8/2/is 2/too low/lo/reads lo/plummeted) | (having/in/bad/severe) (a/) hypo | hypo and | hypoing | (will not/refuses to/refusing to/can not) (take/swallow/eat/drink) (the juice/the jelly babies/sugar/glucose/the sweets/the gel/lucozade/juice)
concept-sign-die =
    (kill/hang/drown/shoot/gas) (myself/himself/herself) | (want/wants/wanted/wish/going/plan/planning/ready/rather) (to die/to end it) | (do not/does not/no longer) want to (be here/live/be alive/exist/wake up) |
    (no point/no reason/nothing left) (in living/to live/to carry on/in going on/in carrying on) | (saving up/stockpiling/hoarding) (tablets/pills/medication) | (got/have) the (rope/noose/blade/razor/gun/pills) (here/ready) | locked himself in the shed with | with (his/her/my/a) (shotgun/gun) | nobody would notice | she wants it all to stop | not waking up it would be peaceful
concept-sign-strangled =
    (strangled/throttled) by | tried to (strangle/throttle) | choked me against | hands (round/around/on) (my/her) (throat/neck) | (cord/rope/string/scarf) (round/around) (his/her/the) neck
concept-sign-zapped =
    (fork/knife/finger/hairpin/key) in the (socket/plug/outlet) | (touched/grabbed/hit/drilled) (live wire/bare wire/power line/mains cable) | (shock off/shock from/zapped by) the mains
concept-sign-gtn-fails = (gtn/angina/nitro/glyceryl) (not shifting/not easing/not working/still not/three times/no relief/not touching/not helping)
concept-sign-pill-swallowed-child = (tablet/tablets/pill/pills/capsules) (missing/are missing/gone/unaccounted for/all over the floor/in his mouth/in her mouth/half chewed/half eaten/scattered/chewed/spilled)
concept-sign-peak-flow = peak flow (80/90/100/110/120/130/140/150/160) | peak flow (right down/halved/half of normal/dropped to)
concept-sign-eye-burst = jelly (leaking/coming out) | (pupil/eyeball) (misshapen/teardrop/burst/leaking/punctured)
concept-sign-line = (picc/hickman/central) line | picc | portacath | port was flushed | line was flushed
concept-sign-two-lines = positive pregnancy test | pregnancy test (was/is/came up/came back/came out) positive
concept-sign-ear-leak = ear (leaking/dripping/running/weeping) (clear/watery/blood/fluid) | (clear fluid/watery fluid/blood) from (ear/nose)
concept-sign-still =
    (long haul/long/eight hour/ten hour/twelve hour/8 hour/10 hour/12 hour) (flight/flights/drive/journey/coach) |
    (flew/flown/flying) (back/in/home/from/to) | (after/since) (a flight/my flight/his flight/her flight/flying/the flight/the plane) |
    (in/with) (plaster/a cast/a boot) | (bed bound/bedbound/bed rest/laid up/stuck in bed/in bed for) |
    (since/after) (my operation/my op/an operation/surgery/my knee replacement/my hip replacement/a c section/my c section)
concept-sign-elderly-usual =
    (dementia/alzheimers/alzheimer/senile) | (always/usually/normally/often) (confused/muddled/like this) |
    as usual | no worse | (for/over) (months/years) | gradually
concept-sign-one-side =
    (one/left/right/the one) (side/sided) | (low/lower) (left/right) | on (one side/the left/the right)
concept-sign-late-period =
    (week/weeks/days/month) late | (late/missed/overdue) (period/periods) | period (is/was/) (late/overdue/missed) |
    missed (a/my/two/one) period | no period (for/since)
concept-sign-shoulder-tip =
    (tip of/point of/top of) (my/the/her/) shoulder | shoulder (tip/tips/point)
concept-sign-since-now =
    since (yesterday/last night/this morning/breakfast/lunch/lunchtime/teatime/today/the weekend/monday/tuesday/wednesday/thursday/friday/saturday/sunday) |
    (yesterday/last night/overnight/today) | all of a sudden | over the last (day/two days/couple of days) | for (a day/two days/a couple of days)
concept-sign-spotting =
    spotting | (brown/pink) (discharge/blood/spots) | (spot/spots/speck/smear/streak/tiny bit/bit/drop/drops) of (blood/brown/pink) |
    (light/slight/tiny/little) (bleed/bleeding/spotting) | (bleeding/blood/spotting) (has stopped/stopped/gone/none today)
concept-sign-food-stuck =
    (swallowed/inhaled/gulped/swallowing/choking on/had) (a/the/some) (grape/nut/peanut/sweet/marble/carrot/apple/sausage/popcorn/cherry/tomato/lolly/toffee/crisp/coin/bead/button)
concept-sign-rectal =
    rectal | rectally | up his bottom | up her bottom
