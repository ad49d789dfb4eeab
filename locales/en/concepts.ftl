# Words for concepts: kinds of complaint, what is lacking, places of the body, qualities, and what
# happens in emergencies. `taxonomy.csv` of etio-bot says which concept implies which. Nobody is shown
# these lists: list what people say. Entries are compared by stem, and small words such as "my" may
# stand between theirs; contractions are spelled out ("can not"). A word may be in several lists: a
# headache is a pain and a head. A concept that a language has no words for is { "" }.

## Kinds of complaint

concept-pain =
    pain | painful | hurt | ache | achy | sore | soreness | agony | agonising | agonizing | tender |
    tenderness | throb | stab | sting | stings | stinging | smart | discomfort | uncomfortable |
    twinge | jab | excruciating | unbearable | niggle | gripe | griping | colic | colicky |
    headache | headaches | earache | toothache | backache | stomachache | bellyache | tummyache |
    migraine | cephalgia | otalgia | odynophagia | myalgia | arthralgia | neuralgia | dyspareunia |
    dysmenorrhoea | dysmenorrhea | dysuria | bite like pain | sciatica | ouch |
    screaming if touched | hurty | owie | bone ache | pounding head | head pounding | banging head |
    pounding heads | splitting head | head splitting | head exploding | yelp | yelping | wince |
    wincing | chest pain | shooting pains | in bits with | banging headache | splitting headache |
    pounding headache | killing me | is killing | are killing | kills | killing him | killing her |
    stabs | stabbed | throbs | throbbed | pounds | pounding | smarts | smarting | niggling |
    aches like mad | aching | ached | torture | gives me gyp | giving me gyp | giving me grief |
    stabbing | gnawing | raw | bruised feeling | pinching | agonisingly | kills me | painfull |
    painfully | dragging ache | excruciatingly | niggly | thumping | murder | absolute murder |
    gives me grief | is giving me grief | discomforts | aches when i | achiness | painfulness
concept-burning =
    burning | scalding | like fire | on fire | stings | stinging | razor blades | heartburn |
    searing | burns | it burns | burning sensation | burned | burnt inside | burns when |
    like acid | like a hot poker | raw burning | stung | burning hot pain
concept-cramp =
    cramp | cramps | cramping | crampy | spasm | spasms | griping | colicky | gripes |
    charley horse | knots | cramps up | cramped | seizes up | cramping up | charley horses |
    twisting pain | gripey | doubling me up
concept-pressure =
    pressure | squeeze | squeezing | crush | crushing | heavy | heaviness | vice | vise |
    elephant | gripping | pressing | pushing down | weighing down | constricting | constriction |
    clamped | like a band |
    weight on | a weight | dead weight on | weight sitting on | great weight | heavy weight
concept-tight =
    tight | tightness | tighten | tightens | tightening | tightenings | restricted | constricted |
    tight band
concept-swelling =
    swell | swollen | swelling | puffy | puffed | puffiness | blown up | ballooned | ballooning |
    balloon | enlarged | oedema | edema | oedematous | engorged | inflamed | inflammation | swells |
    like a football | like a hamster | like an orange | twice the size | swole | double the size |
    massively swollen | swelled up | all puffy | swelled | blew up | has blown up | puffed up |
    puffs up | swollen up | swells up | puffing up | swolen | fluid round | like sausages |
    sausage | balloons | filled up with fluid | inflammed | blows up like |
    size of a melon | size of a turnip | size of a grapefruit | size of a football |
    size of an orange | size of a tennis ball | size of a balloon | size of a potato |
    like a melon | like balloons | like tree trunks | like puddings
concept-lump =
    lump | lumps | lumpy | bump | nodule | growth | mass | cyst | bulge | bulging | bump on | knob |
    swelling like an egg | blob | nubbin | nub | pea | lumps and bumps | golf ball | swollen lump |
    gristle | hard bit | hard spot | tumour | tumor
concept-rash =
    rash | rashes | spots | spotty | blotch | blotches | blotchy | eruption | broke out | exanthem |
    pimply | hives | wheals | nettle rash | urticaria | welts | breaking out in | broken out |
    red dots | red bumps | little bumps | red marks | blotched | red blotches | red patches |
    pink spots | red spots | raised spots | red patch | pink patch | pink patches |
    skin irritation | skin irritations | pustules | breakout | breaking out | bumps on my skin |
    sores on my skin | red circle | red rings | reaction on my skin | measly | mottled rash |
    marks on my skin | pink dots | bumps all over | bumps on my arms | bumps on my legs |
    itchy bumps | lesions on my skin | skin lesions
concept-hives = hives | welts | wheals | weals | nettle rash | urticaria | raised itchy | urticarial
concept-blister = blister | blisters | blistering | blistered | vesicles | blistery | bullae
concept-itch =
    itch | itchy | itching | itches | itched | scratch | scratching | pruritus | pruritic |
    scratchy skin | scratches | scratching himself | scratching herself | itchiness |
    itch like mad | itch like crazy | want to scratch
concept-red =
    red | redness | reddened | erythema | erythematous | pink | pinkish | crimson | scarlet |
    bloodshot | inflamed | beetroot | flushed | angry looking | angry red | angry | lobster |
    red raw | flaming | rosy | reddish | red patch | red patches | red circle | red ring |
    red rings | red spots | red dots | pink patch | pink patches | red blotches | red marks
concept-hot = hot | warm | hot to touch | warm to touch
concept-yellow = yellow | yellowish | yellowy | jaundice | jaundiced | yellowing
concept-pale =
    pale | pallor | white as a sheet | pasty | ashen | colour of putty | drained of colour |
    no colour | gone white | went white | goes white | deathly white | like a ghost | white as |
    gone grey | went grey | looks grey | looking grey | grey in the face | grey faced | gray and |
    looks pale | no colour in | white as paper | icy and pale | grey as | look washed out |
    looks washed out | so pale | as pale | gone pale | very pale | looks ghostly | ghostly | paler |
    wan | sallow
concept-blue = blue | bluish | purple lips | cyanosis | cyanosed | dusky | cyanotic
concept-bleed =
    bleed | bleeding | blood | bloody | bled | haemorrhage | hemorrhage | haemorrhaging | bleeds |
    spotting | haematuria | hematuria | haemoptysis | hemoptysis | haematemesis | hematemesis |
    haematochezia | hematochezia | epistaxis | menorrhagia | metrorrhagia | rectal bleeding |
    nosebleed | nosebleeds | nose bleed | spot of blood | spots of blood | drop of blood |
    drops of blood | streak of blood | streaks of blood | fleck of blood | specks of blood |
    drips blood | blood in | blood on | pink on the paper | blood loss | red on the paper |
    bleeds when | bloodstained | blood stained | blood streaked
concept-discharge =
    discharge | gunk | gunky | goo | goop | gooey | pus | ooze | oozing | weeping | weepy |
    stickiness | crusty | crusted | leaking | gloop | stuff coming out | fluid coming out |
    sticky eye | sticky eyes | sticky stuff | sticky discharge | gunk coming | gunk in |
    stuff in my knickers | stuff in my pants | stuff in my underwear | greyish stuff |
    yellow stuff | stuff coming | seeping | seeps | weeps | leaking fluid | gungy | gunge | drippy |
    mattery | secretions | slime from | coming out of my | comes out of my
concept-numb =
    numb | numbness | no feeling | cannot feel | can not feel | deadened | gone dead | went dead |
    dead arm | anaesthesia | anesthesia | feels dead | lost feeling | like an epidural |
    no sensation | lost sensation | like cotton wool | walking on cotton wool | gone to sleep |
    goes to sleep | goes numb | going numb | dead feeling | lost the feeling | lost all feeling |
    no feeling in
concept-tingle =
    tingle | tingling | tingly | pins and needles | prickling | paraesthesia | paresthesia |
    paraesthesiae | fizzing | pins needles | tingled | fizz | buzzing | tingles | like electricity |
    crawling sensation | prickly feeling
concept-weak =
    weak | weakness | weakened | no strength | lost power | loss of power | paralysed | paralyzed |
    paralysis | feeble | hemiparesis | hemiplegia | floppy arm | dead weight | not working |
    not wrking | heavy arm | went limp | gave way | no grip | no power | curled up hand
concept-stiff =
    stiff | stiffness | rigid | seized | seizes | seize up | stiffens | locked | solid |
    frozen shoulder | will not bend | won't bend
concept-vomit =
    vomit | vomiting | throw up | throwing up | threw up | thrown up | being sick | been sick |
    is sick | was sick | be sick | sick twice | sick three times | sick everywhere | sick all |
    sick several | sick again | puke | puking | chuck up | chucking up | chucking their guts |
    spew | spewing | barf | emesis | emetic | hurl | upchuck | ralph | bring up food |
    bringing food up | bringing everything up | retching up | keep throwing up | keeps being sick |
    vom | vommed | vomming | boaking | chundering | chucked up | sicked up | sick after |
    sick in the night | sicking up | projectile | hurling | chucks up | throws up | puked |
    sick four times | sick five times | sick six times | sick all night | sick all day | vomits |
    sicking | bring back up | coming back up | sicks up | vomiting up | throwing everything up |
    bring it back up | technicolour yawn | praying to the porcelain | retch and heave |
    heaving my guts | heaving into
concept-nausea =
    nausea | nauseous | nauseated | feel sick | feels sick | feeling sick | felt sick | queasy |
    queasiness | sick to my stomach | want to be sick | retching | retch | dry heaving |
    going to be sick | want to throw up | sicky | green around the gills | stomach turning |
    bilious | turns my stomach | stomach churning | churning stomach | off at the smell |
    green about the gills | feel like i am going to be sick | feel sicky | want to vomit |
    feel like vomiting | stomach is turning | seasick | heave at |
    a bit sick and | a bit sick with | sick and dizzy | dizzy and sick | sick and faint |
    sick and sweaty | sick and lightheaded |
    feel a bit sick | feeling a bit sick | felt a bit sick | feel little sick | feel quite sick |
    a bit sick
concept-diarrhea =
    diarrhea | diarrhoea | the runs | the squits | the trots | loose stools | loose poo |
    loose motions | loose bowels | runny poo | runny stools | watery poo | watery stools |
    liquid stools | bowels are loose | toilet all day | shits | skitters | gastro | dehli belly |
    delhi belly | poo is liquid | bum wee | peeing out my bum | got the runs | have the runs |
    had the runs | squits | watery runs | runs like water | squit | upset tummy | dodgy tummy |
    gippy tummy | going looser | looser | loose stool | loose bowel | runny tummy |
    stools are loose | poo is loose | poos are loose | pebble dashing | explosive poo |
    my bowels are loose | bowels have been loose | frequent loose | runs to the toilet
concept-constipated =
    constipated | constipation | bunged up | blocked up bowels | backed up |
    not been to the toilet for days | can not poo | can not go to the toilet |
    can not go for a poo | no bowel movement | not pooed | not pooped | not opened bowels |
    bowels not opened | costive | obstipation | not been properly | not opened my bowels |
    straining to go | strain to go | can not go properly | have not been to the toilet in |
    have not gone for | not gone for days | not gone in | have not pooed | have not pooped |
    struggling to go | hard to go | difficult to go | difficulty going | bowels will not move |
    bowels have not moved | trouble going to the bathroom | trouble going to the toilet |
    trouble going to the loo | problems going to the toilet | not been in days |
    not been in six days | not been in a week | not been for days | not been for a week |
    not been for five days
concept-cough =
    cough | coughing | coughs | coughed | hack | hacking | barky | splutter | spluttering | tussis
concept-phlegm =
    phlegm | sputum | catarrh | flem | phlegmy | green stuff | coughing up stuff | chesty |
    mucus from my chest | chest mucus
concept-breathless =
    breathless | breathlessness | short of breath | shortness of breath | short breath |
    out of breath | out of puff | winded | sob | dyspnoea | dyspnea | dyspneic | puffed out |
    gasping | gasp | fighting for breath | struggling to breathe | struggling to breath |
    struggle to breathe | struggling for breath | struggling for air | hard to breathe |
    harder to breathe | difficult to breathe | trouble breathing | difficulty breathing |
    breathing difficulty | breathing difficulties | breathing trouble | can not breathe |
    can not breath | can not catch my breath | catch my breath | can not get enough air |
    can not get air | not enough air | not getting enough air | breathing is hard |
    breathing is difficult | laboured breathing | labored breathing | heavy breathing |
    breathing hard | breathing heavily | panting | peching | air hunger | suffocating | orthopnoea |
    orthopnea | breath is short | breath short | lose my breath | loses breath |
    runs out of breath | not breathing right | not breathing good | not breathing well |
    not breathing normal | not breathing properly | can not take a deep breath |
    breathing problems | breathing problem | hard to breathe in | can not get breath |
    stopping for air | catch breath | puffing like | puffing at | can not get to the top |
    without stopping for air | stop for breath | stopping for breath | run out of puff |
    runs out of puff | ran out of puff | puffed | puffs | fighting for air |
    can only get two words out | get two words | puffing and panting | short of puff |
    puff and pant | heaving for breath | shallow breaths | struggle to catch | breath catching |
    lungs will not fill | can not fill my lungs | can not get a full breath | not getting air |
    gasping for air | breathing is a struggle | breathing is heavy | huffing | panting for breath |
    breathing gets | trouble getting my breath | get my breath | get my breath back |
    getting my breath | difficulties breathing | difficulties with breathing | issues breathing |
    hard time breathing | difficulties to breathe | trouble with breathing | shorter breath |
    breathing issues | breathing has been | time breathing | trouble catching
concept-wheeze =
    wheeze | wheezing | wheezy | wheezes | whistling chest | whistle when i breathe | whistling breath |
    chest whistling | whistling sound breathing | chest rattling | rattly chest | whistling |
    wheezing badly
concept-stridor =
    stridor | noisy breathing in | noise breathing in | noise when breathing in | rasping | crowing |
    croupy noise | harsh noise | croup | high pitched breathing | noise every breath | noisy breathing |
    noise when she breathes in | noise when he breathes in
concept-fever =
    fever | feverish | temperature | temp | temps | febrile | pyrexia | pyrexial | burning up |
    boiling hot | running hot | high temperature | hot to the touch all over |
    running a temperature | hot and shivery | forehead is hot | hyperthermia | running a temp |
    temps of | hot as a | boiling up | burnt up | fevers | fevered | high temps | shivery and hot |
    burning hot | running 38 | running 39 | hot all over | feels hot | felt hot to touch |
    got a temp | spiked a temp
concept-chills =
    chills | shiver | shivering | shivers | shivery | rigor | rigors | goosebumps |
    shaking with cold | teeth chattering | cold shivers | the shakes and cold |
    freezing cold and shaking | teeth rattling | teeth were rattling | shook with cold | chilly |
    shivered | cold and shivery | hot and cold | hot then cold | freezing then
concept-sweat =
    sweat | sweats | sweating | sweaty | clammy | perspiration | perspiring | diaphoresis |
    diaphoretic | dripping with sweat | drenched | soaked in sweat | pouring sweat |
    drip with sweat | sweats buckets | sweat buckets | soaking the sheets | soak the sheets |
    sheets soaked | pouring off me | sodden | wringing | damp with sweat
concept-tired =
    tired | tiredness | fatigue | fatigued | exhausted | exhaustion | exhausting | worn out |
    knackered | shattered | drained | run down | wiped out | lethargic | lethargy | no energy |
    zonked | wrecked | cream crackered | dead on my feet | jaded | zapped | lacking energy |
    low energy | sluggish | dog tired | done in | no get up and go | weary | knackering |
    no oomph | out on my feet | can not keep going | worn to a frazzle | frazzled | drag myself |
    dragging myself | running on empty | lacking in energy | exhausted all | energy levels |
    zero energy | tires easily | tiring easily | get tired | gets tired | beaten | bushed
concept-ill =
    unwell | ill | malaise | poorly | lousy | grotty | off colour | under the weather |
    out of sorts | crappy | not right in himself | not right in herself | feel awful | feels awful |
    feel terrible | feel dreadful | feel like death | feel crap | feel rubbish | not well | peaky |
    flu like | looks dreadful | looks awful | peely wally | feeling rough | feel rough | fluey |
    flu y | feel flu | run down | washed out and | not great in myself | under par |
    not too clever | lurgy | lurgi | sick and | not a hundred percent | feel ropey | feeling ropey |
    bit ropey | feel rotten | feeling rotten
concept-dizzy =
    dizzy | dizziness | lightheaded | lightheadedness | woozy | giddy | faintness | presyncope |
    head rush | swimmy | light headed | nearly fainted | nearly passed out | nearly blacked out |
    about to faint | about to pass out | going to pass out | going to faint | might pass out |
    nearly went over | everything went black | everything went dark | everything goes black |
    everything goes grey | everything went grey | vision goes black on standing | room went |
    room goes | head swimming | off balance | feel faint | feeling faint | feels faint |
    felt faint | feel like passing out | greying out | grey out | like passing out | about to go |
    going to go over | legs went from under | had to crawl | everything went | slid down the wall |
    wobbly head | room sways | swaying | head is spinning | muzzy | muzzy headed |
    about to keel over | funny turn | funny turns | come over faint | came over faint | go faint |
    goes faint | going faint | heads light | head feels light | blood rushes | see stars when |
    feel like fainting | going to collapse
concept-spin =
    vertigo | spin | spinning | spins | room spinning | everything is spinning | head spinning |
    world spinning | room is moving | like being on a boat | like a merry go round | whirling |
    dizzy and spinning | room going round | room was going round | room is going round |
    room goes round | going round and round | like a waltzer | waltzer | carousel | whirl |
    everything is moving | everything moves | everything tilts | room tilts | tilting |
    drunk feeling | like i am drunk | the spins
concept-fainted =
    fainted | faints | fainting | pass out | passed out | passing out | blacked out | blackout |
    blackouts | syncope | syncopal | collapse | collapsed | lost consciousness |
    loss of consciousness | knocked out | keeled over | keeling over | hit the floor |
    hit the deck | went down like a | flaked out | dropped to the floor | out cold | unconscious |
    zonked out on the floor | keel over | keels over | passed clean out | passed right out |
    went out like a light | out like a light | next thing i knew i was on | woke up on the floor |
    came round on | came to on | legs gave way and i was out | conked out | hit the lino |
    dropped like a stone | spark out | lost it for a second
concept-palpitation =
    palpitation | palpitations | heart racing | racing heart | heart pounding | heart pounds |
    pounding heart | heart is racing | heart fluttering | heart flutters | fluttering in chest |
    heart skipping | skips a beat | skipping beats | missed beats | heart thumping |
    heart hammering | heart beating fast | heart beats fast | fast heartbeat | rapid heartbeat |
    racing heartbeat | racing pulse | pulse racing | heart rate is high | heart going mad |
    heart going crazy | heart flip | heart flipping | heart banging | tachycardia | heart jumping |
    heart going nineteen to the dozen | heart is going fast | fast pulse |
    heart going like the clappers | pounding in my chest | aware of my heartbeat | fluttery heart |
    heart going like mad | heart is hammering | heart going | heart is skipping | heart skips |
    heart all over the place | bird flapping | flapping about | heart thudding | heart thuds |
    thumping heart | pounding away | beating out of my chest | heart beating out |
    heart jumping out | heart doing | heart like a | heart going like | skip beats | fluttering |
    flutters in my chest | flutter in my chest | thudding in my chest | heart is all over |
    heart goes | heart galloping | heart gallops | heart beating hard | can feel my heart |
    feel my heart beating | heart in my throat | fast heart rate | heart rate up | heart goes mad |
    heartbeat in my ears | quick heartbeat | heart was racing | heart speeds up | heart speeding
concept-irregular_beat =
    irregular heartbeat | irregular pulse | irregular heart | heart all over the place |
    pulse all over the place | arrhythmia | irregularly irregular | uneven heartbeat | skips beats |
    atrial fibrillation | heart out of rhythm | no rhythm | no rhythm to it | out of rhythm |
    all over the place since | beats irregular | heart beats irregular | irregular beat |
    rhythm is off | skipping around
concept-tremor =
    tremor | tremors | shaking | shaky | tremble | trembling | trembly | jerky | the shakes |
    hands shake | hand shakes | hand shake | hands are shaking
concept-seizure =
    seizure | seizures | convulsion | convulsions | convulsing | epileptic attack | jerking |
    tonic clonic | grand mal | eyes rolled back | eyes rolling back | seizing | a fit | had a fit |
    having a fit | having fits | sort of fit | epileptic fit | febrile fit | fitting and | was fitting |
    is fitting | first fit
concept-confused =
    confused | confusion | muddled | disoriented | disorientated | not making sense |
    talking nonsense | talking rubbish | talking gibberish | talking gobbledegook | rambling |
    delirious | delirium | not making any sense | does not know where | does not know what day |
    does not recognise | does not recognize | does not know me | does not know us |
    does not know our | does not know my | did not know me | did not recognise | did not recognize |
    bewildered | all over the place in head | incoherent | acting bizarre | acting weird |
    acting strange | behaving strangely | bizarre behaviour | out of it | away with the fairies |
    doolally | altered mental state | encephalopathic | gone gaga | vacant | thinks it is |
    calling me by the wrong name | called me by | seeing things that are not there |
    does not know what room | does not know what year | did not know what it was
concept-drowsy =
    drowsy | drowsiness | hard to wake | difficult to wake | hard to rouse | difficult to rouse |
    hardly waking | barely awake | barely waking | can hardly keep awake | keep her awake |
    keep him awake | can not stay awake | can not keep awake | can not keep eyes open |
    will not keep eyes open | nodding off | dozing off | keeps falling asleep | very sleepy |
    really sleepy | so sleepy | too sleepy | super sleepy | unusually sleepy | gone sleepy | sleepy |
    somnolent | obtunded | listless | barely opens | hardly opens | hard to keep awake |
    sleeping all the time | out of it | falling asleep mid sentence | dopey | groggy | lethargic and
concept-unconscious =
    unconscious | unresponsive | will not wake | will not wake up | can not wake |
    can not wake her | can not wake him | can not wake up | can not rouse | can not get him round |
    can not get her round | out cold | not waking | not waking up | does not wake |
    not answer nobody | comatose | coma | not come round | not coming round | passed out and not |
    lying there not moving | is not moving and | not responding to me | not responding to us |
    not responding to my voice | is not responding | not responsive | can not get a response |
    no response from | will not come round | can not get him to wake | can not get her to wake |
    can not be woken | not rousing | will not rouse | hardly rouse | barely rouse | hard to wake |
    can not keep him awake | can not keep her awake | no reaction | does not react | not reacting |
    lying in the park not moving | lying there not | lying on the floor not | lying not moving |
    lying motionless | motionless | slipping in and out | in and out of consciousness |
    barely conscious
concept-low_mood =
    low mood | depressed | depression | down in the dumps | feel down | feeling down | sad |
    sadness | hopeless | hopelessness | miserable | crying all the time | feel low | feel empty |
    despair | despairing | black cloud | dark place | can not stop crying | wretched |
    everything is black | feel flat | feeling flat | been flat | feeling low | very low | been low |
    felt low | empty inside | felt empty | nothing but empty | numb inside | in the dumps |
    cry all the time | cries most days | cry most days | crying every day | burst into tears |
    sink every | can not cope | not coping | mood is low | mood is down | spirits are low |
    heavy hearted | no joy | joyless | in a dark hole | rock bottom | i am low | felt really down |
    really low | really down | feeling really down | tearful all
concept-anxious =
    anxious | anxiety | worried all the time | constant worry | worrying about everything |
    nervous | can not relax | keyed up | overthinking | panicky | can not stop worrying |
    apprehensive | worry all the time | butterflies | always on edge | feel on edge | so on edge |
    constantly on edge | sense of dread | feeling of dread | constant dread |
    worries about everything | on edge | bag of nerves | nervous wreck | worrying all the time |
    worry about everything | fretting | can not switch my brain off | mind racing |
    can not switch off | jumpy | always worrying | worried sick all the time
concept-panic =
    panic attack | panic attacks | panic | sudden fear | sudden terror | attacks of terror |
    sense of doom | impending doom | overcome with terror | waves of terror | attack of terror |
    attacks of panic | surge of panic | sudden panic
concept-irritable =
    irritable | irritability | irritated | snappy | short tempered | temper | grumpy | cranky |
    snapping at | fly off the handle | short fuse | ratty | crabby | fractious | no patience |
    no patience with | bite heads off | bite their heads off | bite the kids | bites my head |
    snaps at | snap at everyone | lose my temper | losing my temper | short with | ratty with |
    tetchy | stroppy | bad tempered | angry all the time | explosive | shout at everyone |
    flying off | snap at the | snap at my | snaps at me
concept-forget =
    forgetful | forgetting | forgets | memory loss | memory problems | memory going |
    losing memory | can not remember | forget things | repeats himself | repeats herself |
    asks the same thing | asks the same question | same question | loses track | misplaces |
    memory like a sieve | memory is shot | amnesia | go blank on | blank on words | goes blank on |
    lose words | forget words | forget names | forgets names | forgets appointments |
    put things down | forgets what | forgotten | forget what | forgets everything | keeps asking |
    asks again | misplacing | losing things | loses things | memory is not what | lost the thread |
    memory like | scatty
concept-foggy =
    foggy head | brain fog | foggy | can not concentrate | poor concentration | can not focus |
    concentration | fuzzy head | cotton wool head | can not think straight | mind wanders |
    hard to focus | trouble concentrating | easily distracted | can not hold a thought |
    concentrate | concentrating | can not concentrate on | mind goes blank |
    losing my train of thought | lose my train of thought | lose my thread |
    head full of cotton wool | read the same page | can not take anything in | distracted |
    head in the clouds | muddle headed | woolly headed | head is foggy | head is fuzzy |
    fog in my head
concept-blur =
    blurred | blurry | blurring | blur | hazy | foggy vision | misty | cloudy vision |
    fuzzy vision | out of focus | smeary | like looking through fog | vision going |
    things have gone blurry | steamed up | vision is fuzzy | sight is fuzzy | everything is fuzzy |
    bit fuzzy
concept-double_vision =
    double vision | seeing double | see double | two of everything | diplopia | seeing two of
concept-blind =
    blind | blindness | lost sight | lost vision | lost my sight | lost the sight | loss of vision |
    loss of sight | vision loss | sight loss | can not see | could not see | went black in one eye |
    sight went | vision went | amaurosis | field defect | sight has gone | sight gone | blind patch
    | black patch | curtain over | curtain across | curtain came down | curtain down | curtain
    coming down | shadow over my eye | shadow over my vision | veil over | black curtain | eye has
    gone dark | eye went dark | vision gone dark | vision has gone dark | sight gone dark | went
    dark in one eye | dark in one eye | can not see out
concept-floaters =
    floaters | floater | flashes | flashing lights | flashes of light | black dots | cobwebs |
    photopsia | seeing spots | seeing stars | squiggles floating | wiggly bits in my vision |
    black specks | specks in front | spots in front of | spots before my eyes | sparkly spots |
    dots in front of | bits floating | things floating | squiggly lines | black spots in |
    spider webs in my | flashing in the corner | flashes in the corner | sparks in my vision |
    sparkles | spots in front of my eyes | spots in front of her eyes |
    sparkly spots in front of my eyes | floaty bits
concept-deaf =
    deaf | deafness | hearing loss | can not hear | loss of hearing | hard of hearing |
    lost my hearing | hearing has gone | gone deaf | hearing went | muffled hearing |
    hearing is muffled | sounds muffled | turn the telly up | tv up | say pardon | hearing going |
    everything sounds muffled | on full blast | says pardon | does not hear | telly on full |
    turns the tv up | volume up | miss what people say | can not hear well | hears poorly |
    not hear properly | can not hear properly | hearing is poorer | hearing poorer |
    hearing on that side | hard to hear | saying what | hear less | deafer | hearing worse |
    hearing is worse | hearing is down | hearing dropped | dull hearing | hearing dull
concept-tinnitus =
    tinnitus | ringing in ears | buzzing in ears | whooshing | humming in ears | hissing in ears |
    ears ringing | ringing in my ears | ringing in the ears | ear ringing | ringing ears |
    ears buzzing | ringing noise | high pitched ringing | ringing in my ear | ringing in one ear |
    buzzing in my ear | hissing noise | hissing | ring in my ear | whistling in my ear |
    humming noise | buzzes | ear buzzes | high pitched whine | whine in my ear | roaring in my ear |
    ringing in |
    whistle in my ear | whistle in my ears | whistling in my ears | high whistle
concept-stuffed =
    stuffy | blocked nose | nose is blocked | congested | congestion | bunged up nose |
    nasal obstruction | can not breathe through my nose | nose is bunged | clogged | stuffed up |
    blocked | nose bunged up | nose is bunged up | never clear | bunged | blocked up | snuffly
concept-runny =
    runny | runny nose | running nose | nose running | nose is running | nose running like a tap |
    nose like a tap | snotty | snot | sniffles | sniffly | sniffle | streaming nose | nose streaming |
    streaming cold | rhinorrhoea | rhinorrhea | coryza | coryzal | dripping nose | nose drips |
    nose dripping
concept-sneeze = sneeze | sneezing | sneezes | sneezy
concept-hoarse =
    hoarse | hoarseness | croaky | croaking | lost my voice | lost voice | voice gone | voice is gone |
    voice has gone | husky | gravelly voice | raspy voice | no voice | dysphonia | laryngitis |
    voice gone hoarse | raspy | frog in throat | squeaky voice
concept-watering =
    watering | watery | streaming | tearing | tears | teary | weepy | epiphora | they water |
    eyes water | eye waters | tears roll | tears stream | tears running | streams | keeps watering |
    watered | wet all the time
concept-bloated =
    bloated | bloating | distended | distension | blown up | gassy | trapped wind | full of wind |
    ballooned | like a balloon | swollen belly | flatulence | look pregnant
concept-wind = wind | farting | farts | fart | flatulence | passing gas | gas | parping
concept-burp = burp | burping | belch | belching | belches | eructation
concept-reflux =
    acid reflux | heartburn | acid coming up | acid comes up | indigestion | reflux | gerd | gord |
    sour taste coming up | water brash | waterbrash | dyspepsia | food comes back up | bring up acid |
    acid in my throat | sick in my mouth | repeating on me
concept-thirst =
    thirst | thirsty | parched | drinking litres | drinking gallons | can not stop drinking |
    drinking pints | polydipsia | drinking constantly | guzzling water | can not drink enough |
    dying for a drink | drinking like a fish water | drinking and drinking
concept-dry = dry | dryness | parched | cracked | chapped | xerosis | like sandpaper | flaky
concept-peel =
    peel | peeling | peels | flaking | shedding skin | skin coming off | skin is coming off |
    desquamation | desquamating | coming away
concept-scaly =
    scaly | scales | scale | flaky | flakes | flaking | crusty | silvery | scurf | flake | crust |
    crusts | crusted | flake off | flaky bits | dry patches | flaky skin | silver like | powdery |
    crusty bits | plaques
concept-bruise =
    bruise | bruises | bruising | bruised | black and blue | ecchymosis | ecchymoses | bruisey |
    purple marks | bruises that i can not explain | bruises i can not explain
concept-wound =
    wound | gash | laceration | graze | open sore | ulcer | sore that will not heal |
    hole in my skin | a cut | got a cut | cuts | raw patch | open wounds | open wound | wounds |
    scrape | cut myself | sore that | a sore on | scratch on my | scratches take | nick | nicks
concept-ulcer =
    ulcer | ulcers | ulceration | open sore | canker sore | canker sores | mouth sores | sores in |
    aphthous | erosion
concept-bite = bite | bitten | bit me | bit my | bites | nipped by
concept-sting_insect = stung | wasp sting | bee sting | wasp got me | bee got me | hornet
concept-hair_loss =
    hair loss | hair falling out | losing hair | losing my hair | hair coming out | hair is falling |
    going bald | balding | bald | bald patches | alopecia | hair thinning | thinning hair | receding |
    clumps of hair | hair in the plughole | hair in the shower | hair all over the pillow |
    shedding hair
concept-limp =
    limping | limps | hobbling | hobble | refuses to walk | will not walk | limped |
    walking with a limp | got a limp | has a limp | having a limp | walking funny | walks funny |
    a limp
concept-unsteady =
    unsteady | wobbly | stagger | staggering | off balance | loss of balance | lost balance |
    losing my balance | poor balance | veering | toppling | topple | ataxia | ataxic | falls over |
    bumping into | walking like a drunk | walk like drunk | drunk walking | keeps falling | clumsy |
    keel | can not stand without holding | holding the wall | holding on to the furniture
concept-droop =
    droop | drooping | droopy | drooped | dropped on one side | face dropped | lopsided |
    lop sided | fallen on one side | sagging | sagged | slumped on one side | slipped on one side |
    wonky | facial palsy | facial weakness | twisted face | fallen down on one side | ptosis |
    half shut | half closed | eyelids are half | drops down | hanging down | heavy eyelids |
    closing by itself | hangs down
concept-slur =
    slur | slurred | slurring | slurry | speech is slurred | speech slurred | can not get words out |
    could not get words out | can not find words | can not find her words | can not find his words |
    can not speak | could not speak | can not talk | could not talk | words jumbled | jumbled words |
    jumbled speech | garbled | words coming out wrong | wrong word | wrong words | talking funny |
    speaking funny | talk not clear | speech not clear | speech funny | speech gone funny |
    speech is off | mumbling | aphasia | dysarthria | dysphasia | lost speech | talking gibberish |
    sounds drunk | sound drunk | speech is gone | words muddled | mixing up words | what a cup was |
    could not say what
concept-hunger =
    hungry | hunger | ravenous | starving | eating like a horse | polyphagia | hyperphagia |
    appetite through the roof | eat and eat | always eating | eating loads | eating for england
concept-crying =
    cry | crying | cries | scream | screams | screaming | wailing | inconsolable | shrieking | howling
concept-stress =
    bereavement | bereaved | lost my job | lost his job | lost her job | divorce | divorced | broke up |
    split up | redundancy | made redundant | stressed | moving house | grief | grieving | funeral
concept-fear = fear | scared of | afraid of | phobia | terrified of
concept-obsess =
    intrusive thoughts | unwanted thoughts | obsessive thoughts | thoughts i can not get rid of |
    keep checking | checking locks | washing my hands over and over | rituals | counting rituals
concept-hear_voices =
    hearing voices | hear voices | hears voices | hallucinating | hallucinations | hallucinate |
    seeing things | sees things | voices telling me | voices in my head | voices |
    sees people who are not there | spiders on the walls | bugs on the walls | cats on the curtains |
    talking to people who are not there
concept-paranoid =
    paranoid | paranoia | being followed | following me | spying on | out to get | watching me |
    poisoning my food | plotting against | mi5 | cia
concept-suicidal =
    suicidal | kill myself | kill himself | kill herself | killing myself | end it all |
    end my life | ending my life | take my own life | do not want to live |
    do not want to be alive | do not want to be here | want to die | wants to die |
    wish i was dead | wish i were dead | better off dead | better off without me |
    better off without him | better off without her | no point living | no point in living |
    no reason to live | nothing to live for | unalive | kms | self harming | harm myself |
    overdose on purpose | jump off | jump in front | hang myself | hanging myself | slit my wrists |
    cut my wrists | not wake up ever | goodbye note | suicide note | said my goodbyes |
    do not want to wake up | not be here anymore | can not go on | want it to be over |
    rather be dead | top myself | done with life | going to jump | thinking of suicide |
    thinking about suicide | commit suicide | thoughts of suicide | suicide attempt |
    attempted suicide | plan to end | end it tonight | ending it all | want to end it |
    going to end it | ready to end it | been planning it | planning to do it | planning his death |
    burden to us | he is a burden | better off if i was dead | better off if i were dead |
    not want to be here any more | not want to be here anymore | do not want to exist |
    do not want to go on | do not want to carry on | not want to be here | about to jump |
    want to jump | gonna jump | going to hang | ending it | end things | ending things |
    finish it tonight | want to be dead | wish i would not wake | thinking of killing |
    thinking about killing | planning to die | plan to die | plan to kill | ways to die |
    ways to kill | taking my life | take his own life | take her own life | taken his own life |
    life is not worth | not worth living |   
    do myself in | topping myself | nothing left to live | how i would do it | how i will do it |
    will not be here tomorrow | not be here tomorrow | not be around much longer |
    not be around anymore | off myself | want my life to end | life to be over |
    want to (sleep/go to sleep/fall asleep) and (not/never) wake |
    wants to (sleep/go to sleep/fall asleep) and (not/never) wake |
    (wish/hope) i (do not/never/did not/could not/would not) wake up |
    (step/stepping/jump/jumping/walk/walking/run/running/throw myself/throwing myself) (in front of/under/off) (a/the) (train/bus/lorry/truck/tram/bridge/roof/cliff/tube)
concept-same_ill =
    same thing | had the same | has the same | have the same | same rash | same symptoms |
    got it too | got the same | ill too | sick too | has it too | also ill | caught it |
    have it too | had it too | has it | have it | scratching too | itching too | is itching |
    half his class | half her class | half the class | other kids at | just the same |
    was the same | were the same | same as me | has the same problem | went the same way |
    the same trouble | the same complaint | same bug | off school with | coming down with it |
    all down with it
concept-fracture_sign =
    deformed | bent the wrong way | bone sticking out | sticking out | at a funny angle | funny angle |
    wrong angle | misshapen | turned outwards | pointing outwards | leg is shorter | looks shorter |
    shorter than the other
concept-pregnant =
    pregnant | pregnancy | up the duff | preggers | preggo | with child | gestation | gravid |
    in the family way | expecting a baby | expecting our | we are expecting | i am expecting |
    is expecting
concept-contract =
    contractions | contraction | tightenings | in labour | in labor | braxton hicks | labour pains |
    tightenings every
concept-gave_birth =
    gave birth | given birth | had a baby | had our baby | had my baby | had the baby |
    just had a baby | postpartum | post partum | postnatal | post natal | after birth |
    baby was born | baby born | baby came | delivered | c section | caesarean | cesarean |
    having my little boy | having my little girl | post birth | after having my baby |
    since giving birth | since the birth | since having | by section | newborn at home |
    since he was born | since she was born | wife had our | wife had her | had my son |
    had my daughter | had our little | had my little | my section | c section scar | had the twins |
    since the delivery | since delivery | have a newborn | with a newborn | baby is five days old |
    baby came on
concept-breastfeed =
    breastfeeding | breast feeding | nursing my baby | breastfeed | milk came in | milk has arrived |
    milk has come in | expressing milk | latch | latching | letdown
concept-fell =
    fell | fallen | tripped | slipped | tumbled | tumble | trip over | a fall | had a fall | fall off |
    fell off | fell down | fell over | falls | fell on | came off my bike | came off his bike |
    came off her bike
concept-hit =
    banged | bashed | knocked | whacked | punched | run over | crash | crashed | accident | injury |
    injured | trauma | walloped | thumped | smashed | hurt it playing | hit by | been hit | was hit |
    got hit | banged into | car crash | took a knock | a knock | got kicked | been kicked
concept-twist =
    twisted | rolled | sprained | sprain | went over on | turned my ankle | inversion | twist
concept-fine =
    fine | normal | ok | okay | good | well | clear | intact | as usual | as normal | no problem |
    no problems | no trouble | no bother | no issue | no issues | perfect | brilliantly |
    no different | the same as always | steady | unchanged | unremarkable | up to date | regular |
    great | perfectly fine | fine though | absolutely fine | brilliant | unaffected | is strong |
    are strong | both arms strong | behaving | alright | all right | as it should be |
    as they should be | spot on | a ok | hunky dory | no change | same as ever | same as always |
    tip top | not a problem | works fine | working fine
concept-black =
    black | tarry | tar | like tar | melaena | melena | coal | jet black | black treacle |
    like treacle | black as
concept-dark =
    dark | darker | brown | coca cola | coke | cola | tea coloured | tea colored | like tea | rusty |
    like stout | like guinness
concept-smell =
    smell | smells | smelly | stink | stinks | stinky | stinking | stank | whiff | whiffy | foul |
    rank | reeks | odour | odor | pong | pongs | malodorous | offensive
concept-cloudy = cloudy | murky | turbid | milky
concept-foam = foamy | frothy | bubbly | bubbles | froth
concept-greasy =
    greasy | oily | floats | floating | fatty stools | steatorrhoea | steatorrhea | hard to flush
concept-loss_weight =
    weight loss | lost weight | losing weight | loosing weight | weight dropping |
    weight has dropped | dropped a dress size | dropped weight | clothes hanging off |
    clothes are loose | clothes too big | got skinny | gone skinny | shed pounds | lost a stone |
    lost two stone | lost stone | lost kilos | lost kg | lost pounds | lost lbs |
    weight falling off | weight is falling off | skirt is falling down | trousers falling down |
    lost half a stone | kg weight loss | weight down | down a stone | weight has gone down |
    cachexia | cachectic | belt notches | kilos lighter | dropped stone | dropped kilos |
    dropped kg | lost lb | lost kgs | dropped a size | dropped two sizes | lost a dress size |
    dropped pounds | weight has come off | weight is coming off | lost so much weight |
    losing a lot of weight | lost a lot of weight | losing lots of weight
concept-gain_weight =
    weight gain | gained weight | put on weight | putting on weight | piling on weight |
    piling on the pounds | put on a stone | put on about a stone | weight up | gained pounds |
    gained kg | gaining weight | weight has gone up | put on pounds | put on kg |
    clothes too tight | heavier on the scales | put on stone | put on kilos | put on kgs |
    gain a stone | piled on stone | piled on the | piled on | gained a stone | put on lb |
    gained kilos | put on a lot of weight | scales going up
concept-overweight =
    overweight | obese | obesity | carrying too much | carrying extra weight | bmi of | big lad |
    big girl | heavy build | bmi | lb man | very large | quite fat | very fat | too fat |
    heavy for my height | large lady | big bloke | big man | carrying a lot of weight
concept-smoke =
    smoke | smoker | smoking | smoked | cigs | fags | roll ups | pack a day | packs a day |
    twenty a day | vape | vaping | thirty a day | forty a day | tobacco | a day habit | pack years |
    cigarettes a day | cigarettes | ciggie | ciggies
concept-drink_alcohol =
    alcohol | booze | boozing | drinking every day | drink every day | drink too much | bottle of wine |
    bottle of vodka | bottle of whisky | cans a night | pints a night | whisky | vodka | heavy drinker |
    alcoholic | glasses of wine a night | units a week | drinker | six pack
concept-diabetic =
    diabetic | diabetes | type one | type 1 | type 2 | type two | t1d | t2d | t2dm | t1dm |
    insulin dependent | iddm | t1
concept-insulin =
    insulin | metformin | gliclazide | on tablets for diabetes | sugar tablets | pump | empagliflozin |
    ozempic | glipizide | dapagliflozin
concept-travelled =
    travelled | traveled | back from | came back from | been to | holiday in | trip to | returned from |
    got back from | safari | backpacking | flew back | on holiday in
concept-surgery =
    surgery | operation | replacement | operated | surgical | post op | tkr | thr | hysterectomy |
    laparoscopy | in plaster | in a cast | long flight | long haul flight | bed rest | bedbound |
    bed bound | immobile | c section | had an op | an operation | knee op | hip op | after my op |
    since my op
concept-antibiotic =
    antibiotic | antibiotics | amoxicillin | doxycycline | flucloxacillin | azithromycin |
    co amoxiclav | augmentin | nitrofurantoin | trimethoprim | ciprofloxacin | clarithromycin |
    erythromycin | cefalexin | cephalexin | keflex | antibotics | clindamycin
concept-medicine_new =
    new medicine | new medication | new tablet | new tablets | new pill | new pills | started taking |
    started on (new/tablets/antibiotics/medication) | put me on | put on a new | started a new | began taking |
    changed my tablets | changed my medication | dose was increased | upped my dose | new water pill |
    new blood pressure tablet
concept-infection =
    infection | infected | pneumonia | bronchitis | tonsillitis | strep | chickenpox | chest infection |
    water infection | ear infection | uti | shingles | stomach bug | tummy bug | gastroenteritis |
    glandular fever | mono | measles | scarlet fever | impetigo | norovirus | cold sore | common cold |
    a cold | had a cold | bad cold | streaming cold | stinking cold | head cold | chest cold | flu |
    covid | chicken pox | pink eye
concept-cold_ill =
    a cold | had a cold | bad cold | streaming cold | stinking cold | head cold | chest cold |
    viral infection | throat infection | upper respiratory | urti | uri | heavy cold |
    cold last week | cold a couple of weeks | flu | virus | chest infection | ear infection
concept-strep = strep | strep throat | scarlet fever | tonsillitis | impetigo
concept-covid =
    positive test for covid | has covid | had covid | got covid | have covid | covid positive |
    positive for covid | caught covid | with covid | exposed to covid | covid contact |
    positive lateral flow | tested positive | lateral flow positive | positive on a lateral flow
concept-heart_disease =
    heart disease | heart attack | heart failure | heart trouble | heart condition | angina | stent |
    bypass | pacemaker | cardiomyopathy | afib | atrial fibrillation | ischaemic heart | cabg | mi in |
    previous mi | heart bypass | dodgy heart | dicky heart | valve replacement | coronary | ihd |
    heart problem
concept-clot =
    dvt | pulmonary embolism | blood clot | thrombosis | clots in my legs | clots on the lung |
    factor v | a clot | clot in | had a pe
concept-immune_weak =
    chemo | chemotherapy | immunosuppressed | immunosuppressants | immunocompromised | transplant |
    no spleen | hiv | weak immune | low immune | methotrexate | biologics | neutropenic | leukaemia |
    leukemia | on steroids | splenectomy
concept-unvaccinated =
    not vaccinated | unvaccinated | not had jabs | not had his jabs | not had her jabs |
    missed his jabs | missed her jabs | never had her mmr | never had his mmr | never had mmr | no mmr |
    not immunised | not immunized | no vaccines | behind on vaccines | not up to date with jabs |
    never vaccinated | did not get vaccinated | do not vaccinate | vaccines missing |
    jabs are not up to date
concept-snore = snore | snores | snoring | snored
concept-noise_joint =
    grinding | creaking | creaks | crunching | clicking | clicks | cracking | crepitus | grating |
    grates | pops | popping | clunk | clunking
concept-lock =
    locks | locking | gives way | giving way | gets stuck | catches | catching | catch | sticks |
    triggering | snaps
concept-pull_ear =
    pulling at | tugging | yanking | pulling ear | pulls at | rubbing | grabbing | holding ear |
    batting | pulling at his | pulling at her
concept-urge =
    urge | urgency | desperate | rush to | need to go | dash | caught short | have to run |
    bursting | need to pee right now | make it in time | make it to the toilet |
    make it to the loo | make it to the bathroom | hurry | no warning | have to dash |
    have to rush | when i have to go | got to go now | gotta go | need to run | desperate to go |
    bursting all the time | can not hold my wee | can not hold my urine | can not hold on |
    can not hold my pee | could not hold my
concept-leak =
    leak | leaks | leaking | leakage | wet myself | wet himself | wet herself | incontinent |
    incontinence | soiled | pee myself | peed myself | tena | leak a drop | leaks a drop |
    dribbles out in my | damp patches
concept-often =
    often | frequent | frequently | every ten minutes | every hour | every half hour |
    more than usual | a lot more | non stop | nonstop | every five minutes |
    backwards and forwards | back and forth | keep needing | always on the loo | frequency |
    going more | times a day | every twenty minutes | every 20 minutes | every 20 mins |
    every half an hour | constantly | keep going | going constantly | keep having to go |
    to the loo all | running to | always needing | always going | always running | up and down to |
    never off | off to the loo | back and forth to | ten times a day | 15 times a day |
    twenty times a day | fifteen times a day | 20 times a day | 25 times a day | 10 times a day |
    12 times a day
concept-wake =
    wake | waking | woken | wakes | woke | up four times | up three times | up five times |
    up to wee | up to pee | up every | up several times | get up five times | get up twice |
    get up three times | get up four times | up twice | up in the night | overnight | up at night |
    twice a night | three times a night | four times a night | five times a night | up all night |
    get up at night | getting up at night | getting up in the night | get up in the night |
    gets up in the night
concept-grind_teeth =
    grind my teeth | grinding teeth | grinds teeth | bruxism | clenching my teeth | clench my jaw |
    jaw clenching
concept-arch = arches | arching | arched back
concept-burnt =
    scald | scalded | sunburn | sunburnt | sunburned | burns from | burned my | burned his |
    burned her | burned myself | burned himself | burned herself | boiling water on |
    boiling water over | boiling oil on | boiling oil over | hot oil on | hot oil over |
    hot fat on | hot fat over | hot tea on | hot tea over | hot coffee on | hot coffee over |
    burn on my | burn on his | burn on her | burnt my | burnt his | burnt her | burnt myself |
    burnt himself
concept-bite_tongue =
    bitten tongue | bit my tongue | bit his tongue | bit her tongue | tongue bitten |
    wet myself during | wet himself during
concept-stare =
    staring | stares | stared | blank spells | absences | zones out | zoning out | vacant spells |
    daydream spells | blanks out | goes blank | stopped and stared | smacking lips
concept-jaundice =
    jaundice | jaundiced | icterus | icteric | yellow skin | skin is yellow | skin yellow |
    gone yellow | turned yellow | looks yellow
concept-drool =
    drool | drooling | dribbling | slobbering | can not swallow spit | can not swallow my own spit |
    can not swallow saliva
concept-gritty =
    gritty | grit | sandy | something in my eye | sand in my eye | foreign body | feels like sand |
    sand in them | sand in there | grit in them | gravel | scratchy eyes | sandpaper when i blink |
    scratchy when i blink | like something is in
concept-flat_head = flat spot | flat head | flat patch | plagiocephaly
concept-grip =
    dropping things | drops things | drop things | reduced grip | weak grip | can not grip |
    can not open jars | fumbling | dropping pens | dropping cups | dropping mugs |
    dropped my phone | drop mugs | dropped my cup | fingers clumsy | can not do buttons |
    can not do up buttons | fumble with | clumsy fingers | clumsy hands | hands are clumsy |
    lost my grip | grip is weak | grip has gone | weak hands | drop cups | drops cups |
    dropping my phone
concept-shrink = shrunk | shrinking | lost height | height loss | hump | dowager
concept-light_hurt =
    photophobia | light hurts | light is killing | can not stand the light | can not bear light |
    can not bear daylight | can not bear the light | sensitive to light | light bothers |
    light sensitivity | bright lights hurt | lights hurt | curtains closed | close the curtains |
    draw the curtains | light unbearable | hates the light | hates the lamp | squinting at light |
    light makes it worse | need sunglasses indoors | dark room | daylight hurts | light is unbearable |
    light doing my head in | can not look at light
concept-noise_hurt =
    phonophobia | noise hurts | sensitive to noise | sensitive to sound | can not stand noise |
    can not bear noise | noise bothers | every noise | sounds hurt | noise makes it worse
concept-aura =
    zigzag | zigzags | zig zag | zig zags | aura | shimmering | kaleidoscope | flickering lights |
    jagged lines | scintillating | heat haze in my vision | sparkly lights
concept-wax_bump =
    pearly | waxy bump | pearl like | pearly lump | waxy lump | translucent bump | pearl coloured |
    pearly spot | pearly bump

## Lacks

concept-lack =
    no | not | never | without | none | lost | loss | lose | losing | lacking | lack of | zero |
    absent | gone off | went off | off his | off her | off my | not much
concept-unable =
    can not | cannot | could not | unable | not able | will not | would not | refuse | refuses |
    refusing | won't | can barely | can hardly | impossible | can not manage | no longer | struggles
    to | struggling to | struggle to | too painful to | hurts too much to | too sore to | not been
    able | could hardly | could barely
concept-trouble =
    trouble | difficulty | difficult | difficulties | hard | struggling | struggle | problem |
    problems | problem with | issues with | tough | bad at | poor | poorly | awful | terrible |
    disturbed | broken | worse

## Places

concept-body =
    body | all over | everywhere | whole body | head to toe | generalised | generalized | widespread
concept-head =
    head | skull | noggin | bonce | headache | headaches | migraine | cephalgia | heads |
    pounding head | head pounding | banging head | pounding heads | splitting head | head splitting |
    head exploding | banging headache | splitting headache | pounding headache
concept-temple = temple | temples
concept-forehead = forehead | brow | eyebrows
concept-scalp = scalp | top of my head
concept-face = face | facial | cheek | cheeks | chops
concept-cheek = cheek | cheeks | sinuses | sinus | cheekbones
concept-sinus = sinus | sinuses | cheekbones | behind my cheeks
concept-jaw = jaw | jawline | mandible
concept-eye = eye | eyes | eyeball | eyeballs | ocular |
    one eye
concept-eyelid = eyelid | eyelids | lid | lids | lashes
concept-eyelash = lashes | eyelashes | lid margins | edge of the lid
concept-sight = sight | vision | eyesight | visual | see | seeing
concept-ear = ear | ears | lug | earhole | earache | otalgia
concept-behind_ear =
    behind the ear | behind his ear | behind her ear | behind my ear | back of the ear |
    behind it pushing the ear | mastoid
concept-hearing = hearing | hear
concept-nose =
    nose | nasal | nostril | nostrils | conk | hooter | epistaxis | nosebleed | nosebleeds | nose bleed
concept-smell_sense =
    sense of smell | anosmia | smell anything | smell a thing | taste or smell | smell or taste |
    smell my
concept-taste = taste | sense of taste | ageusia | dysgeusia | taste buds
concept-throat =
    throat | tonsil | tonsils | gullet | pharynx | windpipe | swallowing pipe | odynophagia
concept-tonsil = tonsil | tonsils
concept-mouth =
    mouth | oral | gob | inside of cheek | inside cheeks | inside her cheeks | inside his cheeks |
    inside my cheeks | palate
concept-tongue = tongue
concept-lip = lip | lips
concept-gum = gum | gums | gingiva
concept-tooth =
    tooth | teeth | molar | molars | dental | wisdom tooth | toothache | incisor | back tooth |
    bottom tooth
concept-neck = neck | nape | cervical
concept-neck_front = front of my neck | front of the neck | adam's apple | thyroid
concept-gland = gland | glands | lymph node | lymph nodes | nodes | lymphadenopathy
concept-shoulder = shoulder | shoulders
concept-shoulder_tip =
    shoulder tip | tip of my shoulder | top of my shoulder | top of my right shoulder |
    top of my left shoulder | point of my shoulder
concept-shoulder_blades = shoulder blades | shoulder blade | scapula
concept-arm = arm | arms | upper arm | forearm |
    left arm
concept-elbow = elbow | elbows
concept-wrist = wrist | wrists
concept-hand = hand | hands
concept-finger = finger | fingers | fingertips | knuckle | knuckles
concept-thumb = thumb | thumbs
concept-palm = palm | palms
concept-nail = nail | nails | fingernail | fingernails | toenail | toenails
concept-chest =
    chest | breastbone | sternum | ribcage | rib cage | thorax | thoracic | precordial | retrosternal |
    substernal | pleuritic | ribs | front | chest pain | chesty | breast bone
concept-heart = heart | cardiac | heartbeat
concept-lung = lung | lungs
concept-breast = breast | breasts | boob | boobs | tit | tits | mammary
concept-nipple = nipple | nipples
concept-armpit = armpit | armpits | axilla | underarm | under my arm
concept-belly =
    belly | stomach | tummy | abdomen | abdominal | gut | guts | tum | bowel pain | stomachache |
    bellyache | tummyache | abdo | midriff
concept-upper_belly =
    epigastric | epigastrium | upper belly | upper stomach | upper abdomen | upper abdominal |
    top of my belly | top of my stomach | top of my tummy | pit of my stomach |
    (under/below/beneath) (my/the/his/her/) left (ribs/rib cage/ribcage) |
    under my breastbone | below my breastbone | under my ribs | upper tummy | just under my ribs |
    top of stomach | top of belly | up under the breastbone | under breastbone |
    high up in my belly | high in the belly | high up in the middle | high in my belly |
    top of my gut | top of the stomach | upper middle | below the ribs | just below my breastbone |
    high up in my stomach | between my ribs and belly button | middle of my upper stomach |
    upper part of my stomach | upper gut | upper part of my abdomen
concept-right_upper =
    right ribs | under my right ribs | under the right ribs | right upper | upper right |
    right upper quadrant | ruq | right hypochondrium | below my right ribs |
    under my ribs on the right | top right of my belly | under my ribs on the right side |
    just under my ribs on the right | right side under my ribs | upper right area |
    upper right corner | right side of my upper | below my right rib | right rib
concept-lower_belly =
    lower belly | lower stomach | lower abdomen | lower abdominal | lower tummy | low down | low belly |
    suprapubic | pubic | bikini line | pelvis | pelvic | low in my belly | low in my tummy |
    bottom of my belly | bottom of my stomach | above my pubic bone | bladder
concept-right_lower =
    right iliac fossa | rif | lower right | right lower | low down on my right | low down on the right |
    low down right | low on right | low on the right | mcburney
concept-left_lower =
    left iliac fossa | lif | lower left | left lower | low down on my left | low down on the left |
    low on the left | low on left
concept-navel = navel | belly button | bellybutton | umbilicus | umbilical | tummy button
concept-flank =
    flank | loin | kidney | kidneys | loins | in my side | side under my ribs |
    left side under my ribs | pain in my side | my side | his side | her side | side of my back |
    left side of my back | right side of my back | kidney area | flanks | between ribs and hip
concept-groin =
    groin | inguinal | groins | top of the leg | top of his leg | top of her leg | top of my leg
concept-hip = hip | hips
concept-buttock = buttock | buttocks | bum cheek | backside | arse cheek
concept-back = back | spine | spinal | backache |
    left side of my back | right side of my back
concept-low_back =
    low back | lower back | lumbar | small of my back | bottom of my back | base of my spine | lumbago |
    sacrum
concept-upper_back =
    upper back | between my shoulder blades | between the shoulder blades | middle of her back |
    middle of my back
concept-leg = leg | legs | lower leg | limb | limbs | sciatica |
    one leg | left leg | right leg | other leg
concept-thigh = thigh | thighs | hamstring | quad
concept-knee = knee | knees | kneecap
concept-calf = calf | calves |
    left calf | right calf | one calf
concept-shin = shin | shins
concept-ankle = ankle | ankles |
    left ankle | right ankle
concept-foot = foot | feet |
    left foot | right foot
concept-heel = heel | heels
concept-toe = toe | toes
concept-big_toe = big toe | great toe
concept-sole = sole | soles | bottoms of my feet
concept-ball_foot = ball of my foot | balls of my feet | ball of the foot
concept-achilles = achilles | tendon above my heel
concept-joint = joint | joints | arthritis | arthralgia
concept-muscle = muscle | muscles | muscular | myalgia
concept-bone = bone | bones
concept-skin = skin | rash area
concept-trunk = trunk | torso | body | tummy and back | chest and back
concept-genital =
    genital | genitals | private parts | privates | down below | down there | lady parts | crotch |
    genitalia | my bits | his bits | her bits | private bits | bits and
concept-vagina =
    vagina | vaginal | vulva | vulval | vulvar | foof | fanny | minge | pussy | lady bits | labia |
    front bottom | dyspareunia
concept-penis =
    penis | dick | willy | cock | todger | winky | foreskin | helmet | glans | penile | shaft |
    my knob | his knob | knob end | end of knob | knob is | knob hurts
concept-testicle =
    testicle | testicles | testis | balls | bollock | bollocks | nads | scrotum | scrotal | sack |
    left ball | right ball | one ball | my ball | my nuts | his nuts | left nut | right nut
concept-scrotum = scrotum | scrotal | sack | ballsack
concept-anus =
    anus | anal | bum | arse | ass | back passage | rectum | rectal | bumhole | butthole | tail end |
    perianal | my bottom | his bottom | her bottom | on my bottom | round my bottom
concept-perineum = perineum | between my balls and | between scrotum and anus
concept-womb = womb | uterus | uterine | bump
concept-period =
    period | periods | menses | menstrual | menstruation | time of the month | cycle | cycles |
    menorrhagia | dysmenorrhoea | dysmenorrhea | monthly bleed | aunt flo | on the blob |
    time of month | my cycle
concept-urine =
    urine | pee | wee | urinate | urinating | urination | peeing | weeing | piss | pissing |
    micturition | micturate | pass water | passing water | waterworks | dysuria | haematuria |
    hematuria | tinkle | going for a wee | weed | pass urine | passing urine | nappy urine |
    bladder | spend a penny | spending a penny | urinary | for a slash | pass my water |
    going for a pee | piddle | piddling | wees | pees
concept-stool =
    stool | poo | poop | pooing | pooping | motion | motions | bowel movement | bowel movements |
    faeces | feces | turd | dump | shit | crap | number two | bowels | bowel | toilet paper |
    the paper | loo roll | loo paper | bm | poos | defecate | haematochezia | hematochezia |
    rectal bleeding | when i wipe | wiping | wiped | the bowl | toilet bowl | when i go
concept-nappy = nappy | diaper | nappies | diapers
concept-sleep =
    sleep | sleeping | slept | asleep | sleeps | insomnia | get to sleep | drop off | nod off | kip |
    shut eye
concept-eat =
    eat | eating | food | meal | meals | appetite | hungry | grub | dinner | solids | ate | feeding
concept-appetite = appetite | hungry | grub | eat anything | dinner | solids | anorexia
concept-drink = drink | drinking | fluids | water | sips
concept-keep_down =
    keep anything down | keep down | keeping anything down | keep food down | keep fluids down |
    keep water down | hold anything down | keep my tablets down | keep steroids down |
    keeping food down | holding anything down | stay down | stays down | keep it down |
    keep fluid down | keep the fluid down | keep my food down | keep water or
concept-swallow =
    swallow | swallowing | swallows | gulp | dysphagia | getting food down | food going down |
    odynophagia
concept-breathe = breathe | breathing | breath | breaths | respiration | inhale | breathes | air
concept-walk = walk | walking | walks | gait
concept-stand_up =
    stand | standing | stand up | stand on | bear weight | weight on | put weight | put any weight |
    weight bear | stands
concept-speak = speak | speech | talk | talking | words | sentence | sentences
concept-move = move | moving | lift | lifting | raise | raising | bend | bending | straighten
concept-memory = memory | remember | recall
concept-interest =
    interest | enjoy | joy | pleasure | hobbies | enjoyment | fun | anhedonia | enjoying |
    anything anymore | anything any more | looking forward | nothing interests | passion
concept-energy = energy | oomph
concept-strength = strength | power
concept-sex =
    sex | intercourse | making love | make love | sexual | slept together | made love | lovemaking
concept-erection = erection | erections | get it up | hard on | keep it up | stay hard
concept-hair = hair | hairs
concept-blood_pressure = blood pressure | bp | hypertension | hypertensive
concept-sugar = sugar | glucose | blood sugar | sugars | bg | bm
concept-feed =
    feed | feeds | feeding | bottle | latch | suck | milk | take bottle | take his bottle
concept-baby = baby | infant | newborn | bub | bubs | little one | bairn | bubba | twins
concept-womb_baby = baby | babies | twins | either of them | bump
concept-fontanelle = fontanelle | fontanel | soft spot
concept-family =
    mum | mother | dad | father | brother | sister | family | gran | nan | grandad | grandma | aunt |
    uncle | cousin | parents | relatives | grandmother | grandfather | mom
concept-other_people =
    everyone | others | office | school | nursery | classmates | colleagues | flatmate | housemate |
    housemates | mate | mates | husband | wife | partner | boyfriend | girlfriend | kids | son |
    daughter | friend | someone | neighbour | colleague | whole family | household | boy | girl |
    brother | sister | we
concept-sex_partner =
    partner | boyfriend | girlfriend | ex | husband | wife | girl i met | guy i met | bloke i met |
    new partner | hook up | one night stand | she told me | he told me | she texted | he texted |
    fling | fella | bf | gf | new fella | hookup | lover
concept-wheat =
    bread | pasta | wheat | gluten | sandwich | toast | sandwiches | flour | couscous | barley
concept-milk = milk | dairy | cheese | ice cream | lactose | cream
concept-fatty =
    fatty | greasy food | fried food | fish and chips | takeaway | fry up | rich food | curry |
    fatty meal
concept-pus = pus | yellow stuff
concept-glass = glass | tumbler
concept-tick = tick
concept-mosquito = mosquito | mosquitoes | mozzies
concept-animal = dog | cat | animal | rat | bat | monkey | fox | human | horse | stray
concept-insect = insect | spider | flea | bug | midge | wasp | bee | mosquito
concept-tropics =
    africa | india | kenya | thailand | tropics | tropical | nigeria | ghana | uganda | brazil | asia |
    vietnam | bali | indonesia | tanzania | congo | pakistan | bangladesh | cambodia | philippines |
    malaria | gambia | peru | sri lanka | zambia | malawi | mozambique
concept-condom =
    condom | unprotected | protection | bareback | not using anything | been using anything |
    use anything | without protection | no condoms | did not use anything | nothing used | no johnny
concept-surface_face = over my nose and cheeks | across my nose | butterfly
concept-nightmare =
    nightmares | nightmare | flashbacks | flashback | bad dreams | back there | reliving

## Qualities

concept-left = left | left hand side | lhs |
    left leg | left calf | left foot | left ankle |
    left arm
concept-right = right | right hand side | rhs |
    right leg | right calf | right foot | right ankle
concept-one_side =
    one side | one sided | unilateral | left side | right side | on the left | on the right |
    half of | down one side | one half | same side | left | right | half her body | half his body |
    half my body | one eye | on one side | right side only | left side only | only the left |
    only the right | always the right | always the left |
    left leg | right leg | one leg |
    left arm
concept-both = both | bilateral | each side | either side | either | symmetrical
concept-one_only =
    one leg | left leg | right leg | left calf | right calf | one calf | unilateral | other leg fine |
    only one | just one | left foot | right foot | left ankle | right ankle
concept-sudden =
    sudden | suddenly | out of nowhere | out of the blue | came on fast | came on quickly |
    came on all at once | all of a sudden | instantly | within seconds | within minutes | bang |
    abruptly | acute onset | hit me | hit me like | like a thunderclap | thunderclap |
    like being hit | woke with | woke up with | just came on | in an instant | flash |
    from nowhere | overnight | fine at lunch | fine this morning | was fine then |
    came on suddenly | within an hour | just like that | in a flash
concept-severe =
    severe | severely | agony | agonising | agonizing | excruciating | unbearable | terrible | awful |
    horrific | worst | ten out of ten | 10 out of 10 | 10/10 | dreadful | intense | screaming |
    doubled up | doubled over | bent double | on the floor | crying with pain | crippling | vicious |
    violent | murder | can not stand it | strong | really bad | very bad | unreal | extreme | horrendous
concept-worst =
    worst | worst ever | worst headache | worst headache of my life | worst pain of my life |
    worst thing | ever felt | of my life | thunderclap | ever had | never had one like |
    never had anything like | worst i have | most painful
concept-throbbing =
    throb | throbbing | pounding | pulsing | pulsating | pulsatile | pounding head | head pounding |
    pounding heads | beating | pounding headache
concept-band =
    band | tight band | like a band | hairband | headband | vice round my head | squeezing my head |
    hat | helmet | clamp | swimming cap | pressing all round | all the way round | like a vice
concept-sharp =
    sharp | stab | stabbing | knife | like a knife | knife like | jab | shooting | needle | piercing |
    lancing | cutting | shards | glass | razor
concept-electric =
    electric | electric shock | electric shocks | lightning | shock like | jolts | zap | zaps
concept-tearing = tearing | ripping | rip | ripped | tear
concept-dull = dull | nagging | gnawing
concept-cold_things =
    cold drinks | hot drinks | ice cream | hot and cold | cold water | cold and hot | sweet things |
    cold air
concept-recurrent =
    comes and goes | on and off | off and on | keeps coming back | recurring | recurrent |
    intermittent | bouts | attacks | episodes | keeps happening | come and go | spells |
    every few weeks | every few months | every month | in waves | waves | comes in waves |
    repeated | several times | again and again | back again | now and again | from time to time |
    in bouts | comes back | every so often | every few days | once a month | twice a month |
    flares | flare up | flare ups | flares up | keep getting | keeps getting
concept-waves =
    waves | comes in waves | in waves | colicky | peaks | comes and goes | can not lie still |
    can not sit still | pacing | find a comfortable position | can not get comfortable |
    can not get comfy | comes in spasms | writhing | can not keep still
concept-daily =
    every day | daily | most days | every single day | each day | day in day out | all day every day |
    nearly every day
concept-constant =
    constant | constantly | nonstop | non stop | all the time | never stops | continuous | continually |
    can not stop | will not stop | will not shift | does not let up | relentless | not stopping |
    persistent | will not go away | keeps going | still going
concept-morning =
    morning | mornings | first thing | on waking | when i wake | when i wake up | wake up with |
    getting out of bed
concept-night =
    night | nights | at night | nighttime | in bed | nocturnal | overnight | nite |
    during the night | nocturia | through the night | wakes me | keeps me up | keeps me awake |
    keeps her up | keeps him up | keeps her awake | keeps him awake | up all night | kept me awake |
    kept me up | at bedtime | middle of the night | at 3am | at 2am | at 4am | all night
concept-evening =
    evening | evenings | by evening | at the end of the day | end of the day | after work |
    from about 5pm | from five | teatime
concept-effort =
    exercise | exertion | on effort | stairs | upstairs | uphill | climbing | up a flight |
    one flight | running | run for | hill | hills | carrying | exercising | gym | housework |
    on the flat | any activity | walking the dog | hoovering | going from chair to bed |
    crossing the room | across the room | chair to bed | walk to the | walk up | shovelled |
    shovelling | a flight | getting dressed | bus stop | exertional | my everest | walking up |
    walking uphill | when i walk | walking to | up the stairs | halfway up the stairs |
    up the hill | on the hill | to the gate | the mower | mowing | walking briskly | walk fast |
    hurrying | up a slope | up the bank | few steps | to the toilet | climb stairs |
    climb the stairs | climbing stairs | climbing the stairs | walking here | any exertion |
    with exertion | with activity | little bit of exertion | when i was doing activities |
    going upstairs | bending to tie | making the bed | carrying shopping | walk the dog | walk to |
    even the flat | make the bed | walk more than | when i exercise | if i exercise |
    flights of stairs | flight of stairs
concept-at_rest =
    at rest | sitting still | even sitting | doing nothing | just sitting | sat down | sitting down |
    even at rest | sat watching | lying still | even when still | resting | even talking |
    can not finish a sentence | can not finish sentences | can not speak in full sentences |
    can hardly talk | full sentence | finish a sentence
concept-lying =
    lying | lie | lying down | lie flat | lying flat | lie down | flat | in bed | recliner |
    propped up | pillows | extra pillows | upright | orthopnoea | orthopnea | on my back |
    lay down | laying down | lay flat | laid flat | laid down
concept-standing =
    stand | standing | stand up | standing up | get up | getting up | got up | on standing |
    out of bed | out of my chair | get out of my chair | rise | rising from | stood up | postural |
    orthostatic
concept-bending =
    bend | bending | bend over | bending over | bend down | lean forward | leaning forward | stoop |
    lean forwards
concept-breathing_in =
    breathe in | breathing in | deep breath | breath in | take a breath | taking a breath | inhale |
    inspiration | deep breaths | on breathing | pleuritic | breathes in | when i breathe |
    when he breathes | when she breathes | every breath | breathe deeply | big breath |
    taking a big breath | deep breath in | on inspiration | breathe in deep | when i am breathing |
    when breathing
concept-coughing_q = cough | coughing | when i cough | coughs | on coughing | sneeze | laugh
concept-after_eating =
    after eating | after meals | after food | after a meal | postprandial | when i eat |
    after i eat | after dinner | soon after eating | after each meal | every time i eat |
    with food | after lunch | after every meal | after breakfast | minutes after eating |
    when i have eaten | every meal | after tea | once i have eaten | as soon as i eat |
    whenever i eat | after a big meal | each time i eat | sit down to eat
concept-eating_better =
    better after eating | eases with food | better with food | eases when i eat | food helps |
    eating helps | when hungry | hungry | empty stomach | on an empty stomach
concept-fatty_q =
    fatty | greasy food | fried food | fish and chips | fry up | rich food | takeaway | fatty food |
    fatty meals | cheese | curry | chips
concept-stool_better =
    better after the toilet | eases after going | eases after i have been to the loo |
    better after a poo | eases off after | relieved by going | after i have been to the loo |
    better once i have been | relieved by opening bowels | settles after | once i have had a poo |
    go away once | once i have been
concept-swallow_q = swallow | swallowing | swallows | odynophagia | when i eat
concept-urination_q = urine | pee | wee | peeing | weeing | piss | pissing | urinate | urinating
concept-stool_q =
    poo | pooing | toilet | bowels | stool | wipe | strain | straining | passing stool |
    opening my bowels | loo
concept-movement =
    move | moving | movement | moves | walk about | walking about | jolt | jog | shaking my head |
    head movement | bumps in the road | moving about | activity
concept-eye_move =
    move | moving | look sideways | looking sideways | look to the side | look up | look around |
    eye movement | moves his eye
concept-touch =
    touch | touched | touching | press | pressed | pressing on | push on | poke | to touch | brush |
    comb | brush my hair | brushing | pillow | lay my head | palpation | lean on | if i press |
    when pressed | sheet
concept-pull_q = pull | pulling | tug | touch | press | wiggle
concept-chew = chew | chewing | chews | eating | meat
concept-bite_q = bite | biting | bite down | chew | chewing | bites
concept-turn = turn | turning | rotate | look over my shoulder | twisting | turn my head
concept-overhead =
    overhead | above my head | lift my arm | raise my arm | reach up | reaching up | arm up |
    lifting my arm | washing my hair | top shelf | to the side
concept-stairs =
    stairs | steps | squat | squatting | kneel | kneeling | downstairs | hills | sitting for long |
    after sitting
concept-first_steps =
    first steps | first thing | getting out of bed | out of bed | first few steps | when i get up
concept-rest_better =
    rest | stop | stops when i rest | goes away when i stop | eases with rest | eases when i stop |
    stop and rest | goes within five minutes | if i stop | have to stop | put my feet up
concept-walk_q =
    walk | walking | after a hundred yards | hundred metres | few hundred | shops | hill
concept-use =
    use | using | after a day | after use | after walking | by the end | activity | on the allotment |
    weight bearing
concept-lifting =
    lift | lifting | lifted | bent down | picked up | moving furniture | heaving | shovelling |
    digging | carrying | put my back out | bending | twisted | washing machine | boxes | slabs
concept-sport =
    football | running | sprint | sprinting | gym | sport | tennis | playing | rugby | exercise |
    jumped | match | training | five a side
concept-injury_q =
    fall | fell | injury | accident | after i fell | twisted | knocked | tripped | hit
concept-exposure_cold = cold | in the cold | winter | freezer | cold weather
concept-pollen =
    pollen | spring | summer | hay fever | hayfever | grass | season | seasonal | mowing | every year |
    hay
concept-dust = dust | cats | dogs | pets | feather | hoover | mould | mold | perfume | fur
concept-spring_sex = after sex | sex | intercourse
concept-menopause =
    menopause | menopausal | post menopausal | postmenopausal | the change | periods stopped years ago |
    years after my periods | periods finished
concept-midway = between | in between | mid cycle | between periods | not due
concept-cycle_q =
    period | cycle | every month | before my period | week before | time of the month | periods
concept-heavy =
    heavy | heavier | flooding | soaking | clots | clot | gushing | pouring | soaked | pad an hour |
    pads an hour | super heavy | loads of blood | a lot of blood | soaks | towel | towels | pads |
    bucket
concept-painless =
    no pain | without pain | does not hurt | not painful | not sore | no pain at all | doesn't hurt |
    painless
concept-watery = watery | water | like water | liquid | clear fluid | runny
concept-thick = thick | thicker | lumpy | gloopy | sticky
concept-colored =
    yellow | green | brown | rusty | greeny | greenish | yellowish | yellowy | discoloured |
    discolored | rust | mucky | dark | purulent | coloured
concept-white_q = white | whitish | creamy
concept-lumpy_white = cottage cheese | curdy | lumpy | like curds | thick white | curd like
concept-green_q =
    green | greenish | bilious | bile | grass green | luminous green | yellow green | fluorescent
concept-black_q = black | tarry | tar | coffee grounds
concept-bright_red = bright red | fresh | red | fresh blood
concept-fishy =
    fishy | fish | smells of fish | fishmongers | fishmonger | like fish | of fish | fish market |
    fishy whiff
concept-lots =
    lots | loads | a lot | buckets | large | litres | gallons | gushing | massive amounts | cupful |
    cupfuls | tons
concept-little =
    little | hardly | barely | barely any | hardly any | not much | less | fewer | scant | dribble |
    drops | drop | few drops | trickle | barely weeing | hardly weed | not been to the toilet all day |
    not much coming out
concept-mucus_q = mucus | slime | slimy | jelly | mucous
concept-jelly = jelly | jam | redcurrant | currant | redcurrant jam
concept-hard_q =
    hard | rock hard | solid | rigid | like rock | pellets | rabbit droppings | like concrete |
    board like | rabbit | like marbles | rock
concept-soft_q = soft | squishy | rubbery | moves under | moveable | mobile | smooth | mobile lump
concept-dry_q =
    dry | tickly | tickle | unproductive | non productive | nonproductive | nothing coming up |
    not bringing anything up | irritating
concept-productive =
    productive | wet | chesty | bring up | bringing up | coughing up | brings up | bringing stuff up |
    coughs up | cough up | phlegm | sputum | spit up | loose cough | mucky | full of phlegm
concept-barking =
    bark | barking | barky | seal | like a seal | like a dog | croupy | croup | seal like
concept-fits_q =
    fits | coughing fits | bouts | fit | can not stop coughing | coughing till | coughing until |
    coughs until | paroxysms | whoop | spasms | then gasps
concept-whoop = whoop | whooping
concept-after_cough =
    after coughing | from coughing | coughs so hard | coughing so hard | coughs until he | cough till
concept-position =
    roll over | turn over in bed | turning over | looking up | look up | tilt my head | bed | lie down |
    move my head | turn my head | position | lying on one side
concept-hours = hours | for hours | few hours | lasting hours
concept-seconds = seconds | few seconds | half a minute | minute | brief
concept-stages = different stages | crops | some scabbed | scabbing | crusting over | new ones
concept-ring =
    ring shaped | circular | ringworm | annular | in a ring | perfect circle | red circle |
    round patch | ring with | clear in the middle | ring on
concept-bullseye = bullseye | bull's eye | target | expanding ring | around the bite
concept-band_skin = band | strip | stripe | belt | one side | dermatome | line of
concept-nonblanch =
    do not fade | does not fade | not fading | not fade | do not disappear | not disappear |
    does not disappear | will not fade | stay when | stays when | stays put | stay put | do not vanish |
    does not vanish | not blanch | does not blanch | do not blanch | non blanching | nonblanching |
    do not go when pressed | do not go away when pressed | pinprick | pin prick | petechiae |
    petechial | purpura | purpuric | glass test | still there under | stay when i press |
    stay when pressed | does not go white
concept-purple = purple | purply | purplish | violet
concept-sandpaper = sandpaper | rough like | goosebumps rash | gooseflesh
concept-greasy_q = greasy | oily | yellow scales | yellow crust
concept-honey =
    honey | golden | golden crust | honey coloured | honey colored | weeping crust | yellow crust |
    cornflakes
concept-silvery = silvery | silver | candle wax | thick | plaques | whitish flaky
concept-creases =
    creases | elbow creases | knee creases | behind the knees | backs of knees | inside of elbows |
    insides of elbows | crooks | folds of elbows
concept-folds = folds | skin folds | under my breasts | under the breasts | creases | groin crease
concept-burrow =
    burrows | lines | wiggly lines | tracks | between my fingers | between fingers | finger webs |
    tiny lines
concept-changing =
    changed | changing | bigger | darker | growing | bleeding mole | different colours | different
    colors | irregular | uneven | grown | got bigger | ragged | ragged edge | jagged edge |
    irregular edge | uneven edge | two colours | two colors | several colours | more than one colour
    | itchy and bleeding | different shape | changed shape | changed colour
concept-nonhealing =
    not healing | will not heal | does not heal | never heals | still there | not healed |
    still open | not closed up | slow to heal | takes ages to heal | keeps scabbing |
    will not close | weeks to heal | not healing up | not gone away | not gone | will not go away |
    will not go | for over a month | not cleared up | for months | two months now | never cleared |
    never healed | refuses to heal
concept-slow =
    slow | slowly | gradual | gradually | over months | over years | creeping |
    getting worse for years | slower | crept up | over the past year | bit by bit
concept-worse_time =
    getting worse | worsening | progressively | worse and worse | worse each day | worse every
concept-movement_better =
    better when i move | loosens up | eases with movement | better with exercise |
    better once i get going | eases once i move | wears off once
concept-short_time =
    few minutes | ten minutes | five minutes | couple of minutes | five or ten minutes
concept-long_time =
    an hour | hour or more | over an hour | till lunchtime | all morning | two hours |
    hours to get going
concept-hands_q = hands | fingers | finger joints | knuckles
concept-moves_around =
    moves from joint to joint | moves around | flits | one joint then another | different joint |
    migratory
concept-forward_better =
    better leaning forward | leaning forward helps | eases leaning forward |
    ease when i lean forward | sitting forward | lean forward | hunched forward | hunched over |
    leaning over the table | bend forward | bent forward | forwards | leaning forwards
concept-food_minutes =
    ate | eaten | eating | after eating | peanut | peanuts | nut | nuts | satay | shellfish | prawns |
    egg | sesame | stung | sting | wasp | bee | penicillin | amoxicillin | injection | antibiotic |
    kiwi | strawberries | allergic | allergy
concept-newborn_q =
    newborn | days old | week old | weeks old | day old | born on | born last | just born | new baby
concept-child_q = toddler | child | kid | son | daughter | baby
concept-pregnant_q = pregnant | weeks pregnant | pregnancy | trimester
concept-attack_hour = same time | same hour | like clockwork | every night at | same time every
concept-around_q = around | behind | round | back of
concept-radiate_back =
    through to my back | into my back | to the back | round to my back | through to the back |
    bores through | through to my spine | through into my back | to my spine | boring through |
    drilling through | straight through to my back | round into my back | right through to my back |
    going through to my back
concept-arm_q = arm | jaw | shoulder | neck | back | throat | teeth |
    left arm
concept-down_leg =
    down my leg | down the leg | down the back of my leg | down both legs | into my leg | to my foot |
    down to my foot | down my thigh | down one leg | to the foot | down into | to the lateral foot |
    sciatica | radicular
concept-to_groin = to groin | to the groin | into groin | into my groin | groin | to my groin
concept-outer = outer | outside | outside of | lateral
concept-front_q = front | front of
concept-high_q = high | higher | pulled up | sits higher | raised | riding high | up high
concept-age5 = still wets | wets the bed | wet the bed | bed wetting | bedwetting | enuresis
concept-heat_q =
    hot day | heatwave | heat wave | in the sun | heat stroke | heatstroke | sunstroke | sauna |
    hot car | left in the car | direct sun
concept-upon_bending = load the dishwasher
concept-high_deg = high | very high | really high | raging | through the roof
concept-easy =
    easily | easy | for no reason | unexplained | slightest | without reason | barely touched |
    slightest touch | slightest knock | from nothing | drop of a hat | out of nowhere |
    no idea where | do not remember | can not remember knocking | when anyone touches |
    can not explain | for no reason at all
concept-white_k =
    white | whitish | white spots | white patches | white coating | white stuff | white gunk |
    white bits | white specks | creamy white | furry
concept-hard_k =
    hard | rock hard | rock solid | like concrete | pellets | rabbit droppings | like marbles |
    like rocks | like footballs | like boards | marbles | pebbles | pebble | stones |
    little stones | like stones | bullets | nuggets
concept-thick_k = thick | thickened | crumbly | crumbling
concept-slime_k = slime | slimy | mucus | mucous | jelly like | snotty poo | with slime
concept-high_k =
    high | higher | sky high | raised | elevated | through the roof | pulled up | sits higher |
    riding high
concept-low_k = low | dropped | hypo | hypos
concept-cold_k = cold | freezing | icy | ice cold | like ice | freezing cold
concept-heavy_k =
    heavy | heavier | flooding | super heavy | soaking | clots | floods | gushing | pouring |
    soak through | soaking through | changing every hour | flood | double up | clots the size
concept-irregular_k =
    irregular | all over the place | unpredictable | erratic | haphazard | comes when it likes |
    irregularly | never know when | all over the shop | different every month | up and down |
    haywire
concept-missed_k =
    missed | skipped | late | overdue | not come | has not come | stopped | no show |
    not turned up | not arrived | late by | is late | has not started | not started |
    have not come on | not come on | have not had a | has not had a | no sign of
concept-late_k = late | overdue | delayed
concept-lots_k =
    lots | loads | buckets | gallons | litres | large amounts | huge amounts | peeing buckets |
    polyuria | pints of
concept-little_k =
    little | hardly any | barely any | hardly | barely | hardly weed | barely weeing | not much |
    fewer | less | few drops | oliguria | hardly going | dry nappy | anuria
concept-trickle_k =
    only a trickle | just a trickle | trickle | weak stream | poor flow | weak flow | slow stream |
    stops and starts | takes an age to start | takes ages to start | hesitancy |
    dribbling at the end | poor stream | slow to start | stop start | flow is pathetic |
    flow is poor | pathetic flow | flow is weak | flow is slow | dribbles | comes out in a trickle |
    dribbles at the end
concept-bedwet =
    wets the bed | wet the bed | bed wetting | bedwetting | enuresis | wetting the bed | wetting bed |
    wakes up in a wet bed
concept-bleed_preg = pregnant and bleeding | bleeding in pregnancy | bleeding while pregnant
concept-acne = acne | zits | blackheads | pimples | whiteheads | breakouts
concept-mole_k = mole | moles
concept-fast =
    fast | rapid | quick | quickly | racing | tachypnoea | tachypnea | tachypnoeic | tachypneic |
    hyperventilating | panting | deep and fast | breathing fast
concept-suck_in =
    sucking in | suck in | sucks in | pulling in | retractions | recession | caving in | drawn in |
    skin pulled in | ribs showing
concept-floppy_k =
    floppy | rag doll | ragdoll | hypotonic | like a rag doll | lifeless | gone limp | went limp |
    is limp | goes limp | like a doll
concept-throat_closing =
    throat closing | throat is closing | throat closing up | throat swelling | tongue swelling |
    throat feels like it is closing
concept-cold_sore = cold sore | cold sores | herpes on my lip | fever blister | fever blisters
concept-boil = boil | abscess
concept-scratchy =
    scratchy | raw | rough | razor blades | like razor blades | like glass | scratched | dry and sore |
    raspy
concept-full = full | fullness | under water | underwater | popped | pop
concept-stuck_k = stuck | sticks | sticking | gets stuck | lodged | catches
concept-insomnia_k =
    insomnia | lying awake | lie awake | awake all night | wide awake at | up half the night |
    tossing and turning | sleepless | not sleeping | can not sleep | can not get to sleep |
    can not drop off | can not get off to sleep | not slept | broken sleep |
    can not switch off at night | can not resume sleep
concept-family_k =
    runs in the family | hereditary | family history | in the family | in my family |
    had bowel cancer | had breast cancer | thyroid trouble | was just the same | went the same way |
    are both diabetic | in the blood | his father had | dad was the same | same as my mum |
    same as my dad | my sister has the same | all my family
concept-flash_mem =
    flashbacks | flashback | nightmares about | bad dreams about | reliving | puts me right back
concept-lose_control =
    lost control of my bladder | lost control of my bowels | wet myself without knowing |
    soiled myself | can not control my bladder | can not hold my bladder | lost bladder control |
    incontinent | bladder and bowel | sphincter | sphincters | bowel control | bladder control
concept-hypertension =
    high blood pressure | hypertension | hypertensive | blood pressure tablets | bp tablets |
    bp is high | bp high | bp was high
concept-sun_k = photosensitive | photosensitivity | reacts to the sun
concept-nonblanch_k = non blanching rash | petechiae | purpura | petechial rash | purpuric rash
concept-ring_k = ringworm | ring shaped | ring worm
concept-halo =
    halos | haloes | rainbows around lights | rings around lights | rings round lights | halo |
    halos round lights
concept-tick_k = tick bite | bitten by a tick | tick
concept-streaming_k = streaming | running | pouring
concept-early_q = early | too early | 4am | 5am | 3am
concept-bleed_q = blood | bloody | bleeding
concept-itch_q = itchy | itch | itching
concept-pain_q = pain | painful | sore
concept-spread_q =
    spread | spreading | spreads | radiates | radiating | radiate | going down | going up | goes down |
    goes up | shoots | shooting | travels | moves into | going into | goes into | going through |
    goes through | through to | into my arm | into my jaw | runs down | running down | down my arm |
    down my left arm | up into | creeping | crept | wraps round | going to my | go to the | round to |
    gone up into | extends to | to my arm | to my jaw | to my left arm | into the arm | up my neck |
    climbing | moved up | down the left arm | running into | going straight through | runs from
concept-urge_q =
    urge | before i get there | in time | make it to the toilet | on the way | key in the door |
    make it to the bathroom | make it to the loo | not always make it | do not always make it |
    do not make it | not get there | not got there | not make it | before i can get there
concept-low_q = low down | low | lower | bottom
concept-increase = more | increased | always | constantly | all the time | very
concept-saddle_q = saddle | wipe | wiping | between my legs | sitting area
concept-meal_q =
    ate the same | same meal | same food | same takeaway | had the same one | same one | same dish
concept-tablet_q = tablets | tablet | on tablets | metformin
concept-slow_heal =
    slow | not healing | will not heal | still open | still not closed | slowly | weeks to heal |
    not closed up | ages | takes forever | isn't closed | close up | to heal | take weeks |
    takes weeks | takes months | take months | take forever | heal slowly | slow to close |
    still have not healed | heals slowly | never close
concept-weight = weight | gaining weight
concept-smile = smile
concept-open_mouth =
    open my mouth | open his mouth | open her mouth | open mouth | opening my mouth | jaw open
concept-jabs = jabs | vaccines | vaccinations | immunisations | immunizations | shots | vaccinated
concept-mole = mole | moles
concept-eat_k = eating | eat
concept-feed_k = feeding | feeds | milk
concept-hear_k = hear
concept-cough_k = coughing up | coughed up | cough up | spitting | spat | coughs up
concept-food_k = food
concept-pain_k = pain
concept-stops_k = stops | stopped | pauses
concept-afebrile =
    afebrile | apyrexial | apyrexic | temp is normal | temperature is normal | temp normal |
    temperature normal
concept-move_k =
    move | moving
concept-neutral =
    (check/checked/checking/take/took/taken/taking/measure/measured/measuring) (my/his/her/the/our/) (temperature/temp) |
    (change/changes) in temperature | room temperature | temperature changes | temperature outside |
    (called/rang/phoned/ring/call/calling/at/from/by/to/into) (the/my/our) surgery | surgery (said/says/is closed/was closed/rang) |
    (gp/doctors/vets) surgery | (bumped/bumping) into (me/him/her/us/my car/the back) |
    (pizza/parking/lunch/favourite/favorite/sore/tender/same/soft/blind/tight/one/weak) spot | in one spot | wipe off | wipes off |
    wipe away | rub off | rubs off | washed out | white as a sheet of |
    fell ill | falling out | fall off | fallen out | hot water bottle | hot bath | hot drink |
    cold drink | cold water | run out | ran out | running out | sick of | off sick | sick day |
    off sick with | sick pay | sick note | pain in the neck | my boss is a pain | painkiller |
    painkillers | pain killers | pain relief | blood test | blood tests | bloods | head teacher |
    head office | heading | face to face | hand over | back to | back to work | back home |
    back from | came back | come back | comes back | get back | go back | went back | coming back |
    way back | back and forth | back in | back on | be back | right back | heart broken |
    broke my heart | sleep on | cold snap | keep an eye on | eye on | eye drops | side effects |
    side effect | by the side of | on the side of | bit my | turned my back | well done | as well |
    as well as | well over | very well | right now | right away | all right | alright | left over |
    left the | left it | left my | left him | left her | i left | was left | been left | fit in |
    fit and well | hands on | on the other hand | hair dye | tooth brush | toothbrush | foot off |
    legging it | stomach it | this morning | that morning | yesterday morning | monday morning |
    tuesday morning | wednesday morning | thursday morning | friday morning | saturday morning |
    sunday morning | tomorrow morning | the next morning | last night | right round |
    right through | right up | right down | right in | right on | right off | right at |
    right into | right across | right after | one spot | on the spot | a spot of | loud bang |
    loud bangs | at bangs | with a bang | faint nudge | faint line | faint smell | faint mark |
    faint kick | faint flutter | faint rash | drinking too much coffee | drinking too much tea |
    drinking too much water | drinking loads of water | drinking gallons | drinking a lot of water |
    drink a lot of water | round the back | fell out with | fell for | fell through | fell apart |
    fell behind | fell pregnant | run a race | running late | all over the place | bottom lip |
    bottom teeth | bottom of the | bottom left | bottom right | do not fit | does not fit |
    not fit | no longer fit | fits me | ringing in sick | ring in sick | rang in sick |
    gave birth to | fell asleep | fall asleep | falling asleep | falls asleep | other knee |
    other leg | other eye | other ear | other hand | other arm | other foot | other shoulder |
    other hip | other side | other one | in case | last time | no idea | no wonder | no doubt |
    no joke | in a row | off my feet at | rotten luck | bad luck | at the back of my mind |
    out of hand | hands full | on hand | short handed | second hand | heart to heart | by heart |
    broken hearted | sick leave | sick of it | sick to death | fed up | cold shoulder |
    cold feet about | cold feet before | blue in the face | heart goes out | in the end |
    at the end of | tip of the iceberg | high street | high school | high chair | on a high |
    head off | head over | head to bed | head home | heading home | headed home | head out |
    heads up | in over my head | off the top of my head | nail on the head | hair of the dog |
    tongue in cheek | neck of the woods | breathing down | long face | red tape | red wine |
    red meat | red light | green light | black coffee | black tea | white wine | white bread |
    swollen river | pound coin | touch wood | in touch | get in touch | keep in touch |
    out of touch | run of | on the run | dead end | dead line | deadline | deaf ears | blind date |
    blind spot in the road | blind corner | itching to | burning question | burning issue |
    burning rubber | fever pitch | choir sang | limp handshake | limp lettuce | weak tea |
    weak excuse | weak point | stiff drink | stiff upper | cramping my style | sore point |
    sore subject | sore loser | broken english | sweet tooth | gut feeling | cold call |
    cold calls | cold weather | under pressure | peer pressure | high pressure | lump sum |
    rash decision | make eye contact | private eye | eye opener | blow my nose | blew my nose |
    blowing my nose | blow her nose | blow his nose | no need of sleep | no need for sleep |
    less sleep needed | hardly needs sleep |
    shake it out | shake it off | shake it | shaking it | shake them out | shake my hand |
    shake her hand | shake his hand | shake hands with | raw carrot | raw carrots | raw fish |
    raw meat | raw egg | raw eggs | raw onion | raw onions | raw chicken | raw milk |
    head to foot | head to toe | a good few | a good hour | a good five | a good six |
    a good ten | a good two | a good three | a good four | a good while | a good year |
    a good week | a good month | a good deal | a good bit | can not whistle | whistle in my ear |
    whistle in my ears | whistle in it | whistling in my ear | whistling in my ears |
    put weight on it | putting weight on it | weight on my leg | weight on my foot | saturday night | sunday night | monday night |
    tuesday night | wednesday night | thursday night | friday night |
    trousers keep slipping | trousers slipping | keep slipping down |
    fit free | fits free | seizure free | no fits for | no seizures for | no fits in |
    no seizures in | not had a fit for | not had a fit in | not had a seizure for |
    not had a seizure in | ran it under water | run it under water | held it under water |
    ran it under the tap |
    edge of the | on the edge of | weight down there | walk in place | walk in centre |
    walk in clinic | walk in center | slips away | slip away | slips out | slipping off |
    slips off | back there | size of a grape
concept-lower_limb = leg | legs | ankle | ankles | feet | lower legs | shins | foot
concept-discharge_word =
    discharge down below | discharge down there | funny discharge | smelly discharge | discharge on
    my knickers | discharge in my underwear | more discharge | thick discharge | itchy discharge
concept-stuffed_nose =
    stuffy | stuffed up | congested | congestion | nasal congestion | bunged up nose |
    blocked nose | nose is blocked | nose blocked | blocked up nose | snuffly |
    breathe through my nose | breathed through my nose | nose never clear | nostril is never clear |
    nasal blockage | blocked nostril | nostril blocked
concept-ago_q =
    last week | weeks ago | week ago | days ago | couple of weeks back | recently | just had |
    just got over | getting over | got over | a fortnight ago | few weeks back | ten days ago |
    last month | had | after a cold | following a
concept-smell2 = sense of smell | smell or taste | taste or smell | taste and smell
concept-kick_ok =
    kicking away | moving plenty | wriggling fine | kicking like mad | moving lots |
    fluttering all day | baby fluttering | kicking as usual | moving fine | babies wriggling |
    baby is moving | baby moving well | kicking normally | still moving | plenty of kicks |
    baby active | moving as normal | moving as usual | moving around plenty | kicking plenty |
    kicking fine | baby moving normally | moving well | lots of kicks | good movements |
    movements are normal |
    baby kicking me | baby is kicking me | kicking me all night | kicking me all day |
    kicks me all night
concept-gain_ok =
    gaining weight well | gaining well | piling on the ounces | putting on weight nicely |
    putting on weight well | weight gain is good | growing well | thriving | weight is good |
    following his centile | following her centile | piling it on | gaining weight fine
concept-nappies_ok =
    plenty of wet nappies | wet nappies ok | wet nappies fine | lots of wet nappies |
    wet nappies as normal | wet nappies normal | nappies are wet | plenty of wet diapers |
    wet diapers fine | wet diapers normal | lots of wet diapers | normal wet nappies |
    good wet nappies | still having wet nappies
concept-walk_ok =
    can walk on it | can stand on it | can put weight | can bear weight | can still walk |
    able to walk | able to weight bear | weight bearing fine | can hobble | can walk |
    can walk on it fine | walk on it fine | can put my weight | hobble on it | can stand on
concept-teetotal =
    teetotal | do not drink | not drinking | never touch alcohol | no alcohol | never drink |
    do not touch alcohol | not a drinker | off the booze | non drinker | do not drink alcohol
concept-nonsmoker = non smoker | never smoked | do not smoke | nonsmoker | no smoking history
concept-test_neg =
    pregnancy test negative | pregnancy test is negative | pregnancy test was negative |
    negative pregnancy test | pregnancy tests negative | pregnancy tests were negative
concept-eats_ok =
    eating well | eating fine | eating normally | good appetite | appetite fine | appetite is fine |
    appetite good | appetite normal | eating and drinking | eating ok | eats well | eats fine |
    scoffing | eating okay | eating all right | eating alright | eats ok | eating is fine |
    eats normally | eating like normal | appetite is good | appetite is ok | eats plenty
concept-feeds_ok =
    feeding well | feeding fine | feeding great | feeds well | feeds fine | feeding normally |
    taking his bottles | taking her bottles | feeding brilliantly | feeds brilliantly |
    good feeder | guzzling | drinking his milk | taking milk fine | feeding okay | nursing well |
    still taking milk | taking her milk | taking his milk | good appetite for milk
concept-sleeps_ok =
    sleeps well | sleeping well | sleeping fine | sleeps fine | sleeping ok | sleep is fine |
    sleep fine | sleep is good | sleep like a log | sleeping like a log | sleeping normally
concept-neck_ok =
    neck bends fine | chin to chest fine | can touch chin | can look down | neck moves fine |
    neck is fine | neck not stiff | neck is not stiff | bend his neck fine | bend her neck fine |
    chin on chest no problem
concept-jabs_ok =
    jabs up to date | jabs are up to date | all jabs | vaccines up to date | fully vaccinated |
    up to date with jabs | up to date with vaccines | had all his jabs | had all her jabs |
    shots all up to date | shots up to date | immunisations up to date | all his shots | all her shots |
    vaccinated fully | vaccinations up to date
concept-light_ok =
    light does not bother | lights do not bother | light is fine | lights are fine | no photophobia
concept-goes_back = goes back | go back in | pops back | push it back | slides back | goes back in
concept-waterworks =
    waterworks | bladder and bowels | bladder and bowel | wees and poos | bowels and bladder |
    sphincters | pee and poo
concept-patch_q =
    patches | patch | round | circular | coin | coin sized | circles | circle | spot | spots
concept-varicose =
    varicose | varicose veins | spider veins | bulging veins | twisted veins | ropey veins |
    ropy veins | lumpy veins | knotted veins | veins stick out | veins sticking out |
    veins are bulging | veins bulging | veins standing out | veins stand out | bulgy veins |
    blue veins | prominent veins | veins like ropes | veins like worms | swollen veins |
    visible veins | noticeable veins | veins noticeable | veins are noticeable | veins in my legs |
    veins on my legs | veins on my calves | large veins | veins visible | blood vessels on my legs |
    blood vessels visible | vessels on my legs
concept-regurg =
    regurgitation | regurgitate | regurgitating | acid comes up | acid coming up |
    food comes back up | food coming back up | comes back up | comes up into my mouth |
    comes up into my throat | coming up into my mouth | sour liquid | sour taste | sour fluid |
    sour stuff | acid in my mouth | acid taste | brings up sour | acid into my throat |
    acid into my mouth | acid in the back of my throat | bile in my throat | bile in my mouth |
    back of my throat burns | repeats on me | food backing up | backing up
concept-alternating =
    alternating | alternates | alternate | one day | some days | one week | the next |
    swing between | swings between | in turn | and then | turns about
concept-wont_stop =
    will not stop | would not stop | does not stop | for ages | takes ages to stop | hours to stop |
    can not get it to stop | will not clot
concept-ingrown =
    ingrown | ingrowing | in growing | growing into | digging into the side | digs into the side |
    digging in to the side | nail digging | nail digs | nail growing in | nail cutting in |
    nail is cutting into
concept-pit_k =
    pits | pitting | pitted | dents | dented | dimples | tiny holes | pinprick holes | pinpricks |
    thimble
concept-slow_beat =
    slow heartbeat | slow heart rate | slow pulse | pulse is slow | heart is slow |
    heart rate is low | low heart rate | low pulse | pulse is low | bradycardia |
    heart beating slowly | pulse of 38 | pulse of 40 | pulse of 42 | heart slow | pulse slow
concept-palate =
    palate | roof of my mouth | roof of his mouth | roof of her mouth | roof of the mouth
concept-pink_q =
    pink | pinkish | salmon pink
concept-glare =
    glare | dazzled | dazzle | dazzles | dazzling | starburst | starbursts | night vision |
    see at night | see in the dark | night driving | drive at night | driving at night |
    oncoming headlights | headlights
concept-cancer_k =
    have cancer | had cancer | with cancer | my cancer | his cancer | her cancer |
    cancer treatment | mastectomy | lumpectomy | radiotherapy | metastatic | metastases |
    cancer survivor | in remission | had breast cancer in | had bowel cancer in |
    had prostate cancer | lymphoma | myeloma | leukaemia | leukemia
concept-bath_q =
    bath | shower | hot water | warm water
concept-jelly_stool_k =
    redcurrant jam | redcurrant jelly | currant jelly | raspberry jam | jam in the nappy |
    jelly in the nappy | red jelly | stool like jelly | jam like
concept-grief =
    bereaved | passed away | since he died | since she died | since my husband died |
    since my wife died | since mum died | since dad died | mum died | dad died | husband died |
    wife died | lost my mum | lost my dad | lost my husband | lost my wife | lost my mother |
    lost my father | widowed | lost my son | lost my daughter
concept-mood_swing =
    mood swings | mood swing | moody | moods all over | up and down moods | moods up and down |
    mood up and down | crying one minute | laughing one minute | emotional rollercoaster |
    jekyll and hyde | swings of mood | mood is all over
concept-worm_k =
    worm | worms | threadworm | threadworms | pinworm | pinworms | white threads | tiny threads |
    bits of white cotton | bits of thread | wriggling | wriggly
concept-wart =
    wart | warts | verruca | verrucas | verrucae | plantar wart
concept-give_way =
    gives way | giving way | gave way | buckles | buckling | buckled | gives out | gave out |
    giving out
concept-vein =
    vein | veins
concept-split_k =
    split | splits | splitting | crack | cracks | cracked | fissure | fissures | torn | tear |
    deep cracks | fissured
concept-constip_q =
    constipated | constipation | can not go | bunged up | blocked | hard | nothing | rabbit |
    pellets
concept-drag_down =
    dragging feeling | dragging down | dragging sensation | heavy down below |
    heaviness down below | bearing down feeling
concept-day_q =
    at work | at my desk | at the wheel | while driving | in meetings | during the day |
    in the day | by day | daytime | in front of the telly | in the afternoon | in class |
    at school | in lectures | at traffic lights | watching tv | watching telly
concept-cannot_close =
    can not close | will not close | can not shut | will not shut | will not blink | can not blink |
    does not close | does not shut | unable to close | not close properly | can not fully close |
    would not close | stays open
concept-drag_k =
    foot drops | foot drop | foot drags | foot dragging | drag my foot | drags his foot |
    drags her foot | foot slaps | toes catch | catch my toes | trip over my toes | toes drag |
    can not lift my foot | can not lift my toes | foot flops
concept-behind_q =
    behind | back of | at the back of
concept-nape_q =
    back of my head | back of the head | base of my skull | base of the skull | up from my neck |
    from my neck | back of her head | back of his head
concept-dimple =
    dimple | dimpled | dimpling | puckered | puckering | puckers | pulled in | drawn in |
    turned in | inverted | orange peel | retracted | turned inwards | sunk in | skin changes |
    tethered
concept-skip_beat =
    heart skips | skips a beat | skipped beat | missed beat | missed beats | extra beat |
    extra beats | heart flips | heart flip flops | ectopics | ectopic beats | heart misses |
    heart jumps | heart thumps once | heart does a somersault | heart stops for a second |
    misses a beat | missing beats
concept-runs_q =
    diarrhea | diarrhoea | the runs | loose | runny | squits | trots
concept-cradle_k =
    cradle cap | greasy scales on his head | greasy scales on her head
concept-semen =
    semen | sperm | ejaculate | ejaculated | spunk | when i came | cum | when i come
concept-drop_q =
    coming down | dropped | hanging | dropping | falling out | bulging out | popping out
concept-lens =
    contact lens | my lenses | soft lenses | monthly lenses | daily lenses | lens wearer |
    lenses in | lenses out | contact lenses | my contacts | wear contacts | in contacts |
    contacts in | contacts out | his contacts | her contacts | with contacts | wear lenses |
    wearing lenses | lenses to sleep
concept-cut_q =
    cut | sliced | gash | gashed | laceration
concept-slapped =
    slapped | slap | been slapped
concept-start_q =
    started | began | starting | first | begun
concept-restless =
    restless legs | restless leg | legs are restless | crawling in my legs | crawling feeling in |
    have to move my legs | need to move my legs | must move my legs | fidgety legs |
    legs jumpy | jumpy legs | ants in my legs | creepy crawly | urge to move my legs |
    keep my legs still | legs will not keep still | can not keep my legs still | legs crawl |
    legs will not stay still
concept-asthma_k =
    asthma | asthmatic | copd | emphysema | chronic bronchitis | have asthma | puffers
concept-muffle =
    muffled voice | voice is muffled | voice sounds muffled | hot potato | thick voice |
    voice sounds thick | talking with a mouthful | voice muffled | plummy | mouth full of |
    like a mouthful | talks like
concept-tailbone =
    tailbone | tail bone | coccyx | base of the spine | end of my spine | base of my spine
concept-excess_hair =
    hairy | hairier | facial hair | hair on my face | hair on my chin | hairs on my chin |
    hairs on my face | chin hair | chin hairs | moustache | beard growing | hair on my chest |
    hair growing on my face | hirsute | hirsutism | plucking my chin | shave my chin | waxing my |
    hairs round my nipples | hair on my stomach
concept-corner =
    corners of my mouth | corner of my mouth | corners of the mouth | corner of the mouth |
    corners of her mouth | corners of his mouth | corner of her mouth | corner of his mouth |
    edges of my mouth | sides of my mouth
concept-sit_up =
    sit up | sitting up | stand up | standing up | upright | get up | when i am up | sit or stand |
    on standing | on sitting
concept-thin_blood =
    blood thinner | blood thinners | anticoagulant | anticoagulants | warfarin | apixaban |
    rivaroxaban | edoxaban | dabigatran | xarelto | eliquis | clopidogrel | coumadin | plavix |
    heparin | enoxaparin
concept-fall_asleep =
    fall asleep | falling asleep | falls asleep | fell asleep | nod off | nodding off | nods off |
    dozing off | doze off | dozes off | drop off | dropping off
concept-prolapse =
    prolapse | prolapsed | womb falling out | womb coming down | sitting on an egg |
    sitting on a ball | insides are falling out | insides falling out | everything is falling out |
    everything is dropping out | something coming down below
concept-empty_k =
    never feel empty | not empty | does not empty | never empties | not emptying |
    feel i have finished | never feel i have finished | still need to go | still feel like i need |
    still some left | more in there | not fully emptied | never quite empty |
    like i have not finished | not completely empty | incomplete emptying | still full after |
    need to go again straight | as if there is more | never feel finished | feel empty after a wee |
    never feel as if i have finished | dregs
concept-nits =
    nits | head lice | lice | nit comb | lice eggs
concept-full_k =
    full after a few | full after two | full after three | full after half | full after a couple |
    full up quickly | full quickly | full really quickly | feel full | feel full after |
    fill up quickly | fill up after | can only manage a few | only manage a few mouthfuls |
    few bites | few mouthfuls | couple of bites | couple of mouthfuls | full so fast |
    full straight away | stuffed after | can not finish a meal | can not finish my meals
concept-flush_k =
    flushing | flushes | flush | rosacea | go bright red | goes bright red
concept-hot_flush =
    hot flush | hot flushes | hot flash | hot flashes | hot sweats | power surge | flushes of heat |
    waves of heat | rush of heat | heat rushes | surge of heat
concept-projectile_q =
    projectile | across the room | shoots out | in an arc | forceful | forcefully | hits the wall |
    fountain | feet away | like a fountain | exorcist
concept-waters_k =
    waters broke | water broke | waters have broken | waters have gone | waters went | waters gone |
    gush of water | gush of fluid | gush of warm | trickle of fluid | warm water trickled |
    leaking clear fluid | leaking fluid | trickle of water | water trickled | water trickling |
    waters leaking | fluid leaking | leaking water | soaked my leggings | clear fluid running down |
    water came out
concept-foreign_k =
    something in | something flew into | flew into | flew in | went in | got in | blew in |
    blew into | splashed in | grit in | sawdust | metal in | splinter | foreign body |
    foreign object | bit of metal | poked in | scratched my | scratched his | scratched her | twig
concept-inner =
    inside | inner | medial | inside of
concept-broken_k =
    chipped | broke | broken | snapped | knocked out | loose | wobbly | cracked | fell out |
    came out | wobbling
concept-scar =
    scar | scars | old scar | my c section scar | operation scar
concept-smell_q =
    smelly | smells | foul | stinks | stinking | stinky
concept-strain_q =
    strain | straining | sneeze | sneezing | laugh | laughing | bear down | bearing down |
    on the loo | on the toilet
concept-thin_q =
    thinning | thinner | thin | receding | crown | temples | parting | widening
concept-feel_hot =
    always hot | always too hot | always boiling | can not stand the heat | can not bear the heat |
    heat intolerance | intolerant to heat | hot all the time | boiling all the time |
    roasting all the time | boiling when everyone | hot when everyone | warm when everyone |
    always overheating | feel the heat
concept-often_q =
    keep | keeps | often | twice | three times | several | repeatedly | always
concept-winter_q =
    every winter | every autumn | when the clocks go back | in winter | each winter
concept-flush_q =
    flush | flushed | flushing | permanently | easily | spicy | wine | always
concept-feel_cold =
    always cold | always freezing | feel the cold | feels the cold | cold all the time |
    freezing all the time | constantly cold | can not get warm | can not keep warm |
    can not warm up | never warm | feel cold all | intolerant to cold | cold intolerance |
    frozen all the time | permanently cold | permanently freezing | always the one in a jumper |
    never get warm | wrapped up in blankets | cold when everyone | freezing when everyone |
    layers on in | still feel cold | feeling cold all
concept-strawberry =
    strawberry | raspberry | berry | like a strawberry
concept-neck_back =
    back of my neck | back of the neck | back of his neck | back of her neck
concept-darker_k =
    darker | darkened | darkening | gone dark | going dark | turned dark | browner | gone brown |
    bronzed | tanned | hyperpigmentation | hyperpigmented | velvety | dark patches
concept-inside_q =
    inside | deep | in there | pulsating | growing
concept-straight_k =
    straight | symmetrical | even | not drooping | not dropped
concept-no_joy =
    nothing gives me | nothing brings me | does not enjoy | do not enjoy | can not enjoy |
    nothing interests me | nothing excites | could not care less | can not be bothered with |
    lost interest | stopped enjoying | not interested in anything | no longer enjoy |
    no interest in | given up my hobbies | nothing appeals | nothing is fun | everything is grey |
    stopped seeing | stopped going out
concept-menopause_k =
    menopause | menopausal | postmenopausal | post menopausal | through the change |
    going through the change | perimenopausal | perimenopause
concept-few_k =
    only had two | only two | further apart | farther apart | spacing out | spaced out more |
    skipping months | every few months | every three months | every four months | two in the last |
    have stopped | stopped altogether | stopped at | finished | few and far between | fizzled out |
    petering out | dwindling
concept-bladder_fill = fills | filling | fuller | as it fills
concept-voice = voice
concept-moist_q = wet | moist | pink | raspberry | weeping
concept-nipple_out = out of the nipple | nothing out of the nipple | from the nipple
concept-dribble_k = dribble | dribbles | dribbling
concept-arm_whole =
    arm | arms | both arms | arms and legs
concept-bedsore =
    bedsore | bed sore | bedsores | pressure sore | pressure ulcer | where he sits | where she sits
concept-conceive =
    trying for a baby | trying for a kid | trying to conceive | trying to get pregnant | ttc |
    not falling pregnant | not got pregnant | can not conceive | not conceived |
    trying for another | trying for our first | not fallen pregnant | struggling to conceive |
    can not get pregnant
concept-coin_q =
    coin shaped | coin | coins | coin sized | 10p | 50p | round patches | disc | discs
concept-kick_less =
    hardly kicked | barely kicked | kicking less | kicks less | moving less | moved less |
    not moved | hardly moved | barely moved | not moving much | less movement | less movements |
    fewer movements | fewer kicks | reduced movements | reduced movement | not felt her move |
    not felt him move | not felt the baby | not felt baby | gone quiet | been quiet | really quiet |
    no movements | no kicks | quiet today | stopped kicking | not kicking | no movement |
    not felt it move | can not feel the baby
concept-soils =
    skidmarks | skid marks | soils | soiling | poo in his pants | poos his pants |
    poos in his pants | poo in her pants | soiled pants | dirties his pants | messes his pants |
    poo leaks | leaks poo
concept-pnd =
    down the back of my throat | clearing my throat | clear my throat | drips down my throat |
    dripping down my throat | mucus in my throat | phlegm in my throat | snot in my throat |
    throat clearing | snot trickling | trickling down my throat | runs down my throat |
    running down my throat | catarrh
concept-self_harm_k =
    cutting myself | cut myself on purpose | hurt myself on purpose | burning myself |
    hurting myself | harms herself | harms himself | cuts herself | cuts himself
concept-glass_stool =
    like passing razor blades | like passing glass | like passing knives |
    like passing broken glass | passing razor blades | passing glass | shitting glass |
    shitting razor blades | pooing glass | like a knife when i go | tearing when i go
concept-sweat_q =
    sweaty | after sweating | sweating | hot weather | humid | in the heat
concept-sun_q =
    sun | sunlight | sunshine | sunny | outdoors in summer | sun out
concept-curl_k =
    pulled into | curling into | curled into | bent in | drawn into | will not straighten |
    can not straighten | bending in | bent into | curls in | being pulled in | pulled in towards
concept-worry_ill =
    convinced i have | sure i have got | keep thinking i have | terrified i have | certain i have |
    googling symptoms | googling my symptoms | no matter what the tests | tests all clear but |
    sure it is cancer | convinced it is cancer | health anxiety
concept-chilblain =
    chilblain | chilblains
concept-below_knee =
    below my kneecap | under my kneecap | beneath the kneecap | beneath my kneecap |
    just below my knee | below the kneecap | below my knee | below his knee | below his kneecap |
    under the kneecap | bone below my knee
concept-nail_fold =
    side of my nail | side of the nail | skin round my nail | skin round the nail |
    beside the nail | by my nail | cuticle | cuticles | nail fold | edge of the nail |
    edge of my nail | around the nail | around my nail | next to the nail | next to my nail |
    corner of my nail
concept-many_colds =
    run of colds | cold after cold | one cold after another | colds all winter |
    chest infections last | third infection | another infection | infections keep |
    four chest infections | three chest infections | back to back colds | run of infections |
    chest infections this | infections this year | one infection after another |
    forever getting infections | always picking up
concept-hard_skin =
    hard skin | corn on | corns | callus | calluses | thick skin | thickened skin
concept-condom_k =
    not been using anything | not using anything | do not use anything |
    do not always use anything | no condom | without a condom | no condoms | unprotected |
    without protection | did not use anything | did not use protection | no protection
concept-track_q =
    winding | squiggly | snaking | wiggly line | moving line | creeping line | snake like | track
concept-lumpy_k =
    cottage cheese | curds | curdy | curd like
concept-clears_out =
    better outside | fine outside | better in the fresh air | okay outside | outside i am okay |
    outside i am fine | go to work and it clears | clears when i go out | goes when i go out |
    better once i leave the house | fine once i leave | better out of the house | fine away from |
    better in fresh air | clears as soon as i go outside | clears in the open air |
    fine when we are out | fine at work | walk to work it clears | goes off outside
concept-cat =
    cat | kitten | kittens | cats
concept-altitude_k =
    at 3,800 m | base camp | altitude | himalaya | himalayas | andes | machu picchu | kilimanjaro |
    cusco | la paz | everest | mont blanc | metres up | trekking at | hiking at | ski resort at
concept-male_breast =
    growing breasts | man boobs | moobs | breasts growing | developing breasts | grown breasts |
    gynaecomastia | gynecomastia
concept-std_k =
    chlamydia | gonorrhoea | gonorrhea | syphilis | sti | std | the clap | trichomonas | trich
concept-not_used =
    dangles | hangs limp | will not use | not using | stopped using | refuses to use | not use it |
    does not use | will not move | holding elbow | hanging by | keeps it still | just hangs
concept-night_terror =
    shrieks in his sleep | screams in his sleep | screams in her sleep | shrieks in her sleep |
    sits up screaming | sits bolt upright screaming | night terrors | night terror |
    thrashes about in his sleep | not awake but screaming
concept-taste_odd =
    tastes like | metallic taste | foul taste | bad taste | funny taste | food tastes |
    everything tastes | taste of metal | aftertaste | tastes funny | tastes wrong | tastes odd |
    nasty taste | horrible taste | taste like metal
concept-hole_k =
    hole | black hole | cavity | cavities | decay | decayed | crumbling | crumbled | rotten | rotted
concept-use_tires =
    longer i | more i use | with use | as the day goes on | by the end of the day | by teatime |
    by evening | a kip puts it right | better after a rest | rest puts it right
concept-pads_k =
    maternity pads | pads in an hour | pad an hour | through a pad | soaking pads | filled pads |
    soaked pads | pad every hour | pads an hour | pad every
concept-sting_go =
    stings when i go | burns when i go | stings to go | burns to go | sting when i go |
    stings when she goes | stings when he goes | hurts when he wees | hurts to wee | hurts to pee |
    stings to pee | burns to pee | burn to wee | stings to wee | burns to wee | burn when i go
concept-prickly_heat =
    prickly heat | heat rash | prickly little bumps | sweat rash
concept-squats =
    squats | bootcamp | boot camp | crossfit | hundred press ups | hundreds of | burpees |
    spin class | ultra marathon | ran a marathon | first gym session | hell session |
    extreme workout | circuits
concept-beach_q =
    on the beach | sunbathing | sunbathed | by the pool | in the sun all day | all day in the sun |
    sun lounger | forgot sun cream | forgot my sunscreen | no sun cream
concept-painkiller =
    nurofen | ibuprofen | paracetamol | tylenol | advil | co codamol | codeine | painkillers |
    painkiller | aspirin | panadol | anadin | solpadeine | pain killers | excedrin
concept-big_q =
    big | large | huge | tense | tight | fluid filled | bigger
concept-snake =
    snake | adder | viper | rattlesnake | cobra | copperhead
concept-clots_k =
    big clots | passing clots | clots | passed clots | passing big clots | huge clots | large clots
concept-fishy_k =
    fishmongers | fishmonger | fishy
concept-gas_k =
    since the boiler | boiler was lit | boiler is faulty | boiler playing up | old boiler |
    boiler makes | gas fire | generator in | ran the generator | generator indoors | wood burner |
    log burner | paraffin heater | carbon monoxide | barbecue indoors | barbecue in the tent |
    flame is yellow | yellow flame | flue | gas heater | calor gas | new stove | soot round the
concept-vulva_side =
    vaginal opening | vagina entrance | opening of my vagina | entrance to my vagina |
    side of my vagina | lip down below | left lip right | right lip right | labia | bartholin |
    bartholins | by the opening | near the opening
concept-in_pregnancy = { "" }
concept-after_birth = { "" }
concept-in_fever = { "" }
concept-in_baby = { "" }

## Emergencies: what happened

concept-took =
    took | taken | swallowed | swallow | ate | eaten | drank | drunk | bit | chewed | licked |
    got into | gulp | gulped | sipped | had | necked | downed | inhaled | sniffed | huffing |
    injected | shot up | dropped | popped | given | gave | mixed | snorted | smoked | eating |
    drank some | has drunk | got hold of | in his mouth | in her mouth | put in mouth | necking |
    scoffed | polished off | gobbled | swallowing | has swallowed | has eaten | knocked back |
    chugged
concept-overdose_word =
    overdose | overdosed | overdosing | od'd | oded | od on | took too many | taken too many |
    too many pills | too many tablets | too many tylenol | too much insulin | too much paracetamol |
    too much medicine | too much methadone | all my tablets | all my pills | all my meds |
    all her tablets | all his tablets | all her pills | all his pills | handful of pills |
    handful of tablets | empty blister packs | ten times the dose | bunch of pills |
    loads of pills | loads of tablets | took all my | taken all my | all of my tablets |
    wrong insulin | fast insulin instead | units of the fast | lost track of how many |
    all her medication | all his medication | swallowed a load | swallowed loads |
    too many painkillers | whole weeks lot | whole week's lot | all my antidepressants |
    all my medication | swallowed all my | swallowed all her | swallowed all his |
    swallowed my whole | took the lot | taken the lot | taken the whole | took the whole |
    whole box of | whole bottle of | whole packet of | whole strip of | whole pack of |
    entire bottle of | entire box of | entire packet of | empty bottle of | empty packet of |
    empty packets of | double dosed | three times my insulin | twice my insulin |
    three times the dose | every day instead of weekly | daily instead of weekly |
    needle on the floor | needle in his arm | needle in her arm | needle still in
concept-drug =
    paracetamol | tylenol | acetaminophen | ibuprofen | aspirin | tablets | tablet | pills | pill |
    meds | medicine | medication | medicines | codeine | morphine | oramorph | fentanyl | oxycodone |
    oxys | oxy | methadone | heroin | xanax | valium | diazepam | benzos | sleeping pills |
    sleeping tablets | sleep meds | antidepressants | amitriptyline | sertraline | citalopram |
    propranolol | amlodipine | bisoprolol | digoxin | lithium | iron tablets | iron pills | insulin |
    metformin | gliclazide | warfarin | beta blockers | blood pressure tablets | heart tablets |
    ketamine | ecstasy | mdma | pill at a party | cocaine | coke lines | meth | ghb | gummies |
    edibles | weed gummies | weed | spice | lsd | acid tabs | mushrooms | co codamol | tramadol |
    pregabalin | gabapentin | quetiapine | zopiclone | nytol | benadryl | antihistamines | calpol |
    fentanyl patches | patches | paracetemol | panadol | advil | nurofen | melatonin | adderall |
    ritalin | thyroxine | levothyroxine | colchicine | chloroquine | theophylline | g | vitamins |
    suboxone | percocet | vicodin | clonidine | capsules | caplets
concept-poison =
    bleach | drain unblocker | drain cleaner | antifreeze | weed killer | weedkiller | pesticide |
    insecticide | rat poison | slug pellets | dishwasher tablet | dishwasher tablets | laundry pod |
    laundry pods | washing capsule | washing tablet | detergent | pod burst | button battery |
    battery | batteries | petrol | paraffin | lamp oil | white spirit | turps | turpentine |
    lighter fluid | vape juice | vape liquid | e liquid | nicotine liquid | ammonia | caustic soda |
    oven cleaner | toilet cleaner | descaler | screen wash | screenwash | methanol | moonshine |
    berries | deadly nightshade | death cap | wild mushrooms | mushrooms from the garden |
    foxglove | yew | laburnum | magnets | magnetic balls | magnet balls | hand sanitiser |
    hand sanitizer | rubbing alcohol | nail polish remover | poison | poisonous | essential oil |
    eucalyptus oil | cleaning fluid | cleaning product | disinfectant | zoflora |
    methylated spirit | mothballs | arsenic | cyanide | fertiliser | fertilizer | glow stick |
    hair dye | perm solution | gas canisters | kerosene | brake fluid | de icer | water beads |
    hydrogen peroxide | drain opener | limescale remover | battery acid | sulphuric acid |
    hydrochloric acid | brick acid | drain acid
concept-poisoned =
    poisoned | poisoning | carbon monoxide | co alarm | monoxide alarm | fumes | gas leak | spiked |
    drink spiked | something in my drink | put something in my drink | put something in her drink |
    botulism
concept-choking =
    choking | chokes | choked | stuck in his throat | stuck in her throat | stuck in my throat |
    stuck in throat | lodged in | jammed in my throat | jammed in | food stuck | grape stuck |
    got a grape | back slaps | back blows | heimlich | can not get any air | can not get air |
    inhaled a peanut | inhaled a | gone down the wrong way and | blocking his airway |
    airway blocked | food still in there | coin stuck | gone down wrong | can not cough |
    no cough no cry | stuck and | gagging on | gagging | hitting his back | hitting her back |
    hands round his neck | hands round her neck | clutching his neck | clutching her neck |
    clutching his throat | clutching her throat | grabbing his throat | grabbing her throat |
    stuck in gullet | stuck in my gullet | saliva down | put something in mouth |
    in his mouth an hour ago | five thumps | thumps on the back | down the wrong way |
    gone down the wrong way | stuck in her windpipe | stuck in his windpipe | blocking her throat |
    blocking his throat | blocking her airway | can not get a breath | swallowed a bone |
    lodged in his throat | lodged in her throat | lodged in my throat
concept-not_breathing =
    not breathing | stopped breathing | stops breathing | is not breathing | can not feel a pulse |
    no pulse | barely breathing | hardly breathing | breathing has stopped | breathing stopped |
    agonal | gasping noises | doing cpr | cardiac arrest | heart stopped | turning blue |
    going blue | gone blue | went blue | turned blue | going purple | went purple | gone purple |
    turning purple | lips blue | blue lips | lips are blue | lips went blue | lips going blue |
    blue round the mouth | blue around the mouth | lips r going blue | gone grey and limp |
    not taking breaths | long pauses in breathing | pauses between breaths |
    can not tell if breathing | can not tell if he is breathing | can not tell if she is breathing |
    do not think he is breathing | do not think she is breathing | not sure he is breathing |
    not sure she is breathing | no breathing | breathing really slow | breathing is really slow |
    breathing is very slow | breathing very slow | lips look blue | lips look a bit blue |
    lips have gone blue | lips turned blue | lips are going blue | lips are purple | lips purple |
    fingernails are turning blue | fingernails blue | blue around the lips | blue round the lips |
    gone dusky | stopped breathing for
concept-dying =
    dying | going to die | about to die | think i am dying | think he is dying | think she is dying |
    gonna die | he is dead | she is dead | lifeless
concept-stroke_word =
    stroke | having a stroke | tia | mini stroke | brain bleed | brain haemorrhage | fast test |
    face arm speech
concept-heart_attack = heart attack | having a heart attack | mi now | coronary | cardiac event
concept-allergic =
    allergic reaction | anaphylaxis | anaphylactic | epipen | epi pen | adrenaline pen | auto injector |
    jext | nut allergy | allergic to | allergy | severe allergy
concept-throat_close =
    throat closing | throat is closing | throat closing up | throat feels like it is closing |
    throat tightening | throat swelling | throat is swelling | throat feels thick |
    throat feels tight | tongue swelling | tongue is swelling | tongue swollen | swollen tongue |
    huge tongue | tongue is huge | lips swelling | lips swollen | lips are swelling | swollen lips |
    lips have blown up | lips and tongue | can not swallow | lump in throat after eating |
    throat itchy | itchy throat | throat is itchy | mouth swelling | face swelling |
    face is swelling | face swollen | face has swollen | face blown up | eyes swollen shut |
    tongue thick | tongue feels thick | tongue feels big | tongue too big | lips swelling up |
    lips have swollen
concept-allergen =
    peanut | peanuts | nut | nuts | cashew | wasp | bee | hornet | sting | stung | penicillin |
    amoxicillin | antibiotic | shellfish | prawns | prawn | egg | sesame | satay | kiwi | ct with dye |
    contrast dye | latex | bitten by ant | new tablet
concept-seizing =
    having a fit | had a fit | convulsing | seizure | having a seizure | arms and legs jerking |
    stiff and jerking | foaming at the mouth | eyes rolled back | convulsion | convulsions |
    buccal midazolam | rescue midazolam | diazepam no effect | gone stiff and shaking |
    shaking and not responding | eyes rolling back | is fitting | was fitting | been fitting |
    started fitting | fitting again | fitting and | shaking and frothing | frothing at the mouth |
    foam at the mouth | foam round his mouth | foam round her mouth | foam round mouth |
    thrashing about | whole body shaking | whole body went stiff | whole body is jerking |
    jerking all over | eyes have rolled | eyes rolled up | eyes are rolled | eyes rolled |
    stiffened and | rigid and shaking | went stiff then | in a seizure | fits in a row |
    first ever fit | fit just now | a fit | convulsed | twitching all over
concept-cut_bad =
    spurting | squirting blood | blood spurting | pouring blood | bleeding will not stop |
    will not stop bleeding | can not stop the bleeding | blood will not stop | losing blood |
    lost a lot of blood | tourniquet | severed | chopped off | finger off | amputated | stabbed |
    stab wound | gunshot | shot by gun | impaled | knife still in | can not stop it bleeding |
    mugful of blood | cupful of blood | pint of blood | will not clot | through his chest |
    pumping out | pumping out everywhere | blood is pumping | blood pumping | wide open |
    cut to the bone | down to the bone | can see bone | see the bone | see bone | spurts |
    squirting | artery | can not stop the blood | blood keeps coming | pool of blood |
    puddle of blood | blood all over | covered in blood | fistula has burst | fistula burst |
    fresh blood running | bleeding out | finger is off | fingers off | hand is off | hanging off |
    hanging by | hanging by a thread | run through with | lost a finger | sawn off | sawed off |
    ripped off
concept-stab =
    stabbed | shot by | gunshot | been shot | got shot | knife still in | knife in his | knife in her |
    impaled | got stabbed | nail through his chest | through his chest
concept-vomit_blood =
    vomiting blood | throwing up blood | vomit with blood | coffee grounds | blood in vomit |
    puking blood | bringing up blood | sick blood | haematemesis | blood in my sick | vomit blood |
    coughing up clots | sick with blood
concept-black_stool =
    black poo | black stool | black stools | tarry | like tar | melaena | melena | black poop |
    poo is black | stool is black | poos are black | black and sticky | black diarrhoea |
    maroon stool | blood pouring from | bright red blood pouring | toilet full of blood |
    black treacle | stools black | like treacle | stool black | poo black | pooing black |
    black runny
concept-thinner =
    warfarin | apixaban | rivaroxaban | edoxaban | dabigatran | blood thinner | blood thinners |
    anticoagulant | anticoagulants | eliquis | xarelto | clopidogrel | inr | haemophilia | hemophilia |
    haemophiliac | hemophiliac | von willebrand | enoxaparin | heparin | coumadin
concept-head_hit =
    hit his head | hit her head | hit my head | banged his head | banged her head | banged my head |
    head injury | bang on the head | bump on the head | knock to the head | blow to the head |
    cracked his head | cracked her head | cracked my head | fell on his head | fell on her head |
    landed on his head | landed on her head | fractured skull | skull | kicked in head |
    kicked in the head | head first | head on the | smacked his head | smacked her head |
    smashed his head | whacked his head | whacked her head | hit head | bumped his head |
    bumped her head | split his head open | split her head open | one pupil | pupil is bigger |
    pupils are different | branch landed on his head | branch landed on her head |
    knocked his head | knocked her head | knocked my head | clonked his head | clonked her head |
    head smashed | skull cracked | headbutted
concept-big_fall =
    fell out the window | fell out of window | upstairs window | off a roof | off the roof |
    off a ladder | off ladder | down the stairs | fell down stairs | from a height |
    fell off a horse | off his bike | off the bike | off my bike | off her bike | off a horse |
    off the climbing frame | hit by a car | hit by a van | hit by a bus | run over | car crash |
    car accident | motorbike | motorcycle | rolled the car | knocked down by | clipped by a car |
    car clipped | dived in | diving into | shallow end | crushed | trapped under | crush injury |
    electrocuted | electric shock | struck by lightning | explosion | exploded | blast | quad bike |
    fell from my arms | fall from my arms | dropped the baby | dropped him | dropped her |
    baby fell | off the changing table | fell from | off the bunk | thrown from |
    off the trampoline | collision | wrapped round a tree | e scooter | forklift | baler |
    down the embankment | baseball to the chest | crashed the car | crashed my bike | crashed into |
    bike crash | fell out of his cot | fell out of her cot | fell off the roof | fell off a roof |
    fell off a ladder | fell off ladder | off scaffolding | off the scaffold | fell out of a tree |
    out of a tree | fell from a tree | came off her horse | came off his horse | came off my horse |
    came off his motorbike | came off the motorbike | thrown off | top bunk | off a balcony |
    off the balcony | from the balcony | off a wall | off the wall | down a flight |
    down the escalator | tree landed on | branch landed on | wall fell on | under a car |
    firework went off | tractor
concept-spine_sign =
    can not feel his legs | can not feel her legs | can not feel my legs | can not move his legs |
    can not move her legs | can not move my legs | can not move his arms | can not move her arms |
    can not move my arms | legs will not hold | legs will not work | legs not working | legs gone |
    paralysed | paralyzed | can not feel legs | can not move legs | legs have gone |
    numb from the waist | can not feel anything below | no feeling below | no feeling in his legs |
    no feeling in her legs | no feeling in my legs | no feeling in both legs |
    can not wiggle his toes | can not wiggle her toes | can not wiggle my toes |
    legs are paralysed | legs do not work | both legs have gone weak | wet myself without feeling
concept-open_break =
    bone sticking out | bone through | see the bone | can see bone | bone is out | bone showing |
    foot is facing | foot pointing | leg bent | bent the wrong way | wrong angle | compound fracture
    | leg is shorter | arm is bent | twisted backwards
concept-big_burn =
    burnt | burned | burn | scalded | scald | boiling water | hot oil | chip pan | petrol on a |
    caught fire | bonfire | firework | fireworks | acid attack | acid thrown | threw acid |
    threw something at | chemical burn | skin hanging off | kettle | hot tea | hot coffee |
    set fire | flames | hot fat | burns on | burns to | burns all
concept-burn_big_sign =
    blistered | blisters | face | whole | both legs | both arms | chest | skin peeling |
    skin is peeling | white | charred | genitals | neck | baby | toddler | all over | big | large |
    hand | arm | leg | back
concept-chem_eye =
    bleach in | in my eye | in his eye | in her eye | in both eyes | in eyes | in my eyes |
    in his eyes | in her eyes | splashed | squirted | sprayed | cement | lime | hit my eye |
    hit his eye | hit her eye | poked in the eye | in his face | in her face | something hit my eye |
    splashed with | acid on | felt a ping | something pinged
concept-sight_gone =
    can not see | could not see | lost sight | lost vision | lost my sight | lost my vision |
    loss of vision | loss of sight | lost the sight | curtain | curtain coming | shadow coming | veil |
    gone blind | went blind | blind in | sight went | vision went | sight has gone | sight gone |
    vision gone | gone dark in | gone black in | black in one eye | can not see out of | sight in |
    partly returned | went grey for | gone foggy | gone grey | blind patch | going blind | jelly stuff |
    no vision | sight disappeared | can not see properly
concept-face_drop =
    face drooping | face droop | face drooped | face dropped | face has dropped | face is drooping |
    face droopy | face fallen | drooping face | droopy face | mouth drooping | mouth has dropped |
    mouth droops | smile lopsided | lopsided smile | smile is lopsided | smile suddenly lopsided |
    smile crooked | crooked smile | face lopsided | face is lopsided | mouth crooked |
    face twisted | mouth hanging | mouth is hanging | mouth has slid | mouth slid |
    mouth has gone to one side | mouth gone to one side | face has slid | face slid |
    face is sagging | face sagging | face has sagged | face has collapsed | face gone wonky |
    face is wonky | face wonky | smile is wonky | smile is crooked | smile is uneven |
    smile uneven | mouth is crooked | mouth is lopsided | mouth lopsided | face uneven |
    face is uneven | face is melting | side of his face has dropped | side of her face has dropped |
    side of my face has dropped | side of her face is drooping | side of his face is drooping
concept-speech_gone =
    slurred | slurring | slurs | can not get words out | could not get words out |
    can not get her words | can not get his words | can not find her words |
    can not find his words | words jumbled | jumbled words | words coming out wrong |
    talk not clear | speaking funny | speech funny | speech gone | speech slurred |
    speech is slurred | garbled | gibberish | talking gibberish | sound slurred | lost her speech |
    lost his speech | lost my speech | can not string a sentence | speech is off |
    can not form words | words are jumbled | words muddled | speech all wrong | muddling his words |
    muddling her words | words are coming out wrong | words come out wrong |
    words coming out all wrong | words are coming out all wrong | words came out wrong |
    words come out jumbled | words make no sense | speech makes no sense | talking gobbledegook |
    talking gobbledygook | speech is garbled | words are garbled | just noise | only making noises |
    mumbling nonsense | lost the power of speech | can not get the words out |
    can not get his words out | can not get her words out | can not get my words out |
    can not string words | speech jumbled | speech is jumbled | jumbled speech | slurry
concept-arm_gone =
    arm went dead | arm is dead | arm gone dead | can not move his left arm |
    can not move his right arm | can not move her left arm | can not move her right arm |
    can not move my left arm | can not move my right arm | can not move his arm |
    can not move her arm | can not move my arm | can not raise both arms | arm gone weak |
    arm has gone | arm not working | hand not working | hand not wrking | hand is curled |
    leg not working | leg gone weak | leg has gone | left side weak | right side weak |
    weak on one side | weakness down | numb down one side | one side numb | left side numb |
    right side numb | left side is numb | right side is numb | whole left side | whole right side |
    left side of her body | left side of his body | left side of my body | right side of her body |
    right side of his body | right side of my body | dragging her leg | dragging his leg |
    dragging my leg | dragging his foot | dragging her foot | foot dragging | can not hold a cup |
    drifting down | arm drifts | one side of his body | one side of her body | one side of my body |
    one sided weakness | arm will not work | hand will not work | arm hanging |
    can not use his arm | can not use her arm | can not use my arm | can not use his hand |
    can not use her hand | can not use my hand | belongs to someone else | will not wrk | wont wrk |
    numb down right side | numb down left side | went numb down | can not lift her left |
    can not lift his left | can not lift her right | can not lift his right | dropped his fork |
    face arm and leg | arm is useless | arm just hangs | hand will not do what |
    arm will not do what | leg will not do what | hand does not do what | foot drags |
    foot is dragging | dragging my foot | no strength in his arm | no strength in her arm |
    no strength in my arm | no grip in | arm flopped | arm hangs | arm is hanging |
    can not lift my left | can not lift my right | can not use her left | can not use his left |
    can not use his right | can not use her right | arm useless | leg useless |
    fell out of her hand | fell out of his hand | one side has gone weak | side has gone weak |
    side of her body | side of his body | side of my body is
concept-chest_bad =
    chest pain | pain in chest | pain in the chest | pain in my chest | pain in his chest |
    pain in her chest | pains in my chest | chest pains | chest hurts | chest tight | tight chest |
    tightness across | chest pressure | pressure in chest | pressure on chest | heaviness in chest |
    heavy chest | elephant sitting on | elephant on | crushing | crushing chest | crushing pain |
    chest crushing | weight on chest | weight on my chest | tight band round chest |
    band round my chest | squeezing chest | chest squeezing | vice round chest |
    middle of my chest | middle of his chest | middle of her chest | centre of my chest |
    tightness in my chest | tightness in his chest | tightness in her chest | chest is tight |
    chest feels tight | chest discomfort | pain across my chest | ache across her shoulders |
    awful indigestion | tightness across his front | chest feels heavy | chest is heavy |
    ripping pain | tearing pain | pain behind my breastbone | sore chest | chest ache |
    like pressing | standing on my breast bone | standing on my chest | heaviness across |
    tight feeling up into | tightness right across | sitting on my chest |
    something heavy on my chest | iron band | band round my ribs | band round my middle |
    band around my chest | tight band across my chest | tight band round me | band round me |
    band across my chest | across the front of me | van on my chest | parked on my chest |
    brick on my chest | weight in my chest | ache in my chest | ache in the chest | chest aches |
    aching chest | behind my breastbone | behind my breast bone | clutching his chest |
    clutching her chest | holding his chest | holding her chest | rubbing his chest | breastbone
concept-heart_sign =
    sweating | sweat | clammy | sweaty | cold sweat | grey | gray | left arm | both arms | jaw |
    can not breathe | faint | pass out | collapse | collapsed | crushing | elephant | squeezing |
    putty | spreading | ripping | tearing | cold sweats | dripping | like lead | arms heavy |
    jaw aching | jaw ache | wringing wet | gone clammy | arms feel | down my arm | down his arm |
    down her arm | into my back | through to my back | for 20 minutes | 20 minutes | 30 minutes |
    half an hour | 40 minutes | an hour now | pouring with sweat | arm feels like lead |
    jaw is aching | aching jaw | soaked in sweat | into both arms | in both arms | going to die |
    gonna die | into my jaw | up into my jaw | up to my jaw | into my neck | up into my neck |
    horrible colour | gone grey | ashen | through to my shoulder blades |
    still there after sitting | does not go when i rest | not easing | will not ease | feel doom |
    impending doom | feels sick | feel sick | being sick | throwing up | short of breath |
    breathless
concept-grey_look =
    grey | gray | ashen | white as a sheet | colour of putty | horrible colour | gone white |
    went white | deathly pale | mottled | blotchy | marbled | greyish | bluish | pale and | pale |
    went grey | gone grey | looks dreadful | waxy
concept-floppy =
    floppy | limp | rag doll | gone floppy | went floppy | like a doll | lifeless |
    not moving much | like a rag doll | gone limp | went limp | no muscle tone | hanging limp |
    flops | flopping
concept-grunt =
    grunting | grunt | grunts | ribs sucking | ribs suck | sucking in | skin sucking | tummy sucking
    | ribs pulling | retractions | pulling in | head bobbing | nostrils flaring | nose flaring |
    nostril flaring | pulling hard to breathe | working hard to breathe | chest sucking in | belly
    breathing | see his ribs | see her ribs | tracheal tug
concept-fast_breath =
    breathing fast | breathing really fast | breathing very fast | breathing quickly |
    breathing so fast | fast breathing | rapid breathing | panting | breathing like |
    breathing hard | deep sighing | sighing breaths | deep breaths fast | breathing deep and fast |
    huffing and puffing | kussmaul | hyperventilating | puffing | breathing rapid |
    breathing is fast | breathing heavy | big deep | breathing deep | deep and fast |
    breathing is rapid | breathing rapidly | run a race | breathing like he has run |
    breathing very quick | breathing quick | breathing rate is high | breaths are fast |
    breathing is deep | deep fast breaths | panting like | rapid breaths | breathing shallow |
    shallow breathing | shallow fast
concept-cold_hands =
    hands freezing | hands cold | hands are cold | hands and feet cold | cold hands |
    cold hands and feet | feet cold | icy cold | skin cold | cold and clammy | cold and blotchy |
    mottled | mottled skin | hands and feet are cold | freezing hands | skin is mottled | marbled
concept-no_urine =
    not weed | not peed | not been to the toilet | no wet nappy | no wet nappies | no wet diaper |
    no wet diapers | not passed urine | hardly weed | no wee | dry nappy | dry nappies | dry diaper |
    not had a wet | has not peed | has not weed | barely weeing | not urinated | not passed water |
    no urine | no wet
concept-not_feeding =
    not feeding | will not feed | refuses to feed | refusing feeds | refusing bottle | refusing milk |
    off her milk | off his milk | off feeds | will not latch | not latching | will not take |
    not taking milk | not taking his bottle | not taking her bottle | will not drink | not drinking |
    refusing to drink | too sleepy to feed | will not wake for feeds | not waking for feeds |
    will not suck | not sucking | off his feeds | off her feeds | will not nurse | has not fed |
    not fed | stopped feeding
concept-odd_cry =
    odd shriek | high pitched cry | high pitched | weak cry | moaning cry | strange cry | cry is weak |
    shrill cry | whimpering | not crying | moaning | cry sounds | high cry
concept-not_right =
    not right | not herself | not himself | super quiet | very quiet | really quiet | too quiet |
    hardly responding | unresponsive | not responding | staring into space | glassy eyed | glazed |
    not making eye contact | does not react | not reacting | not interested
concept-sepsis_word = sepsis | septic | blood poisoning | septicaemia | toxic shock
concept-mening_word = meningitis | glass test | stiff neck and rash
concept-rash_stay =
    does not fade | do not fade | not fade | not fading | does not disappear | do not disappear |
    not disappear | not vanish | does not blanch | not blanching | do not blanch | non blanching |
    purple rash | bruise like rash | bruisey rash | rash like bruises | petechiae | purpura |
    will not fade | spots coming up as i watch | pinprick dots | dots that do not |
    does not go away when i press | do not go away when i press | do not go when i press |
    does not go when i press | do not go when you press | stays when i press | stay when i press |
    stay there when i press | does not change when i press | do not change when i press |
    glass test is positive | fails the glass test | failed the glass test | did not fade | do not fade with a glass
concept-neck_stiff =
    neck stiff | stiff neck | neck is stiff | neck is so stiff | chin to chest | chin down |
    chin on chest | can not bend her neck | can not bend his neck | can not bend my neck |
    can not move neck | hurts to look down | neck rigid | neck hurts too | neck is really stiff |
    bend neck | neck will not bend | neck won't bend | can not bend neck | can not touch chin |
    touch chin | arches back | neck sore and stiff
concept-bright_light =
    light hurts | hates the light | can not bear light | photophobia | lights off | curtains |
    can not stand the light | light unbearable
concept-ball_pain =
    balls | testicle | testicles | bollock | bollocks | scrotum | testis | nads | left ball |
    right ball | one ball | my ball | my nuts | left nut | right nut | his nuts | one egg |
    his bits | one side down there
concept-cyst_twist = ovarian cyst | cyst on my ovary | ovary
concept-belly_bad =
    can not stand up straight | can not straighten up | bent double | doubled up | doubled over |
    rigid belly | belly is rigid | hard belly | belly is hard | tummy is hard | rock hard belly |
    stomach rock hard | sore and hard | worst pain | worst pain of my life | screaming in pain |
    screaming with pain | rolling around | writhing | nearly hit the roof | pulling his knees up |
    tummy hard as | belly like a board | board like | curled up in pain |
    can not move for the pain | belly distended | knife in my | can not stand walk | speed bump |
    lower belly like a rock
concept-low_right =
    low down on my right | low down right | low down on the right | lower right | low on right |
    low on the right | right hand side | right lower | bottom right | low down on his right |
    low down on her right | right side of my belly | right side of his tummy | right side of her tummy |
    lower right side | right side
concept-aneurysm = aneurysm | aortic | aorta | main artery | triple a | aaa | dissection
concept-cold_leg =
    leg gone cold | foot gone cold | leg pale and cold | cold and white | no pulse in | toes black |
    toes turned black | toe turned black | toe gone black | foot black | foot gone blue |
    foot turning blue | foot is blue | leg has gone white | leg turning blue | black toe |
    black toes | white and cold | toes are black | cold and numb leg | leg has gone cold |
    arm is cold and | cold white and | icy and white | hand gone cold and | gone cold white
concept-big_leg = calf swollen | swollen calf | leg swollen | swollen leg | calf is swollen
concept-flesh_eat =
    skin going purple | skin going black | purple black | skin is black | spreading by the hour |
    blistering black | pain way worse than it looks | huge and purple | gone purple and black |
    out of proportion | purple and black
concept-sugar_word =
    sugar | sugars | glucose | blood sugar | meter | bg | bm | ketone | ketones | mg/dl | mmol | libre |
    cgm | dexcom
concept-sugar_high_word =
    says hi | reading hi | says high | just says high | reading high | sky high | high ketones | dka |
    ketoacidosis | ran out of insulin | ran outta insulin | no insulin | out of insulin |
    pump came off | pump failed | missed insulin | can not afford insulin | off the scale |
    meter says hi | meter high | not injected | has not injected | stopped her insulin |
    stopped his insulin | stopped my insulin | without insulin | not had insulin | missed his insulin |
    missed her insulin | ketones large | ketones high | ketone stick | ketones are | ketones 5 |
    moderate ketones
concept-hypo_word =
    hypo | low sugar | sugar low | sugar is low | hypoglycaemia | hypoglycemia | glucose low |
    glucagon | sugar has dropped | reading lo | says lo | blood sugar low | too much insulin
concept-pear_drops =
    pear drops | fruity breath | breath smells sweet | breath smells fruity | nail varnish breath |
    nail polish breath | breath smells of | breath smells like | smell like nail polish |
    smells like nail polish | smell of nail varnish | smell of pear | smells of pear | acetone
concept-adrenal =
    addisons | addison's | addison | adrenal crisis | adrenal insufficiency | hydrocortisone |
    steroid dependent
concept-thirsty_wee =
    drinking and weeing | drinking and peeing | weeing like mad | peeing loads | drinking loads |
    drinking gallons | drinking litres | so thirsty | drinking like mad | thirsty and peeing |
    always thirsty | weeing loads | drink from the | huge nappies | nappies soaked | drinking from the |
    getting up to drink
concept-waters =
    waters broke | water broke | waters have broken | waters gone | waters have gone |
    water has broken | gush of fluid | leaking fluid | leaking something | trickling water |
    waters went | waters have just gone | waters just went
concept-crowning =
    head is coming | baby is coming | need to push | want to push | crowning | see the head |
    feet are coming | something hanging out | cord is out | urge to push | giving birth now |
    having the baby now | baby is coming now | feel the head | hanging out of me | cord hanging
concept-no_kicks =
    not moved | has not moved | not moving | stopped moving | not felt the baby | not felt baby |
    can not feel the baby | can not feel baby | hardly felt | barely felt | no movement | no movements |
    less movement | moving less | not kicked | stopped kicking | no kicks | reduced movements |
    not felt him | not felt her | baby is quiet | hasn't moved | fewer movements | fewer kicks |
    baby has gone quiet | barely moved | not moving much | barely felt a thing
concept-preg_bleed =
    bleeding | blood | clots | soaked | soaking | pad | pads | haemorrhage | miscarrying | miscarriage
concept-soak =
    soaked | soaking | filling a maternity pad | filling a pad | pad every | pad an hour |
    pads an hour | changing a pad | pads in an hour | clots | clot | pouring | gushing |
    soaked towels | soaked three towels | towels | heavy | heavily | will not stop | not stopping |
    flooding | soaked red | mattress is soaked | changed four times | through a super tampon |
    tampon every | every 20 min | every 20 minutes | every 15 minutes | every half hour |
    towel after towel | soaking a pad | pad every twenty | pad every hour | every twenty minutes |
    big clots | running down my legs | ran down my legs | ran down both legs | sudden gush |
    gush of blood | gush of bright red
concept-preeclampsia =
    flashing lights | seeing spots | blurry | blurred | not see good | face puffy | face all puffy |
    hands big | feet and hands big | swollen hands | swollen face | splitting headache | bad
    headache | headache | head pain | head pain strong | headache strong | under my ribs | vision |
    stars | head is pounding | hands puffy | puffy face | puffy hands | eyes puffy
concept-ovarian_hyper = egg collection | ivf | ohss
concept-postpartum_word =
    gave birth | just delivered | delivered | post birth | postpartum | had a baby | had our baby |
    had my baby | after birth | since giving birth | days post | c section | after the birth |
    just had the baby
concept-ectopic = positive test | pregnancy test positive | ectopic
concept-fire_car =
    left in the car | hot car | heat stroke | heatstroke | stopped sweating | not sweating |
    skin boiling | sunstroke | house fire | soot in my nose
concept-hypotherm =
    stopped shivering | in this frost | hypothermia | hypothermic | out in the cold all night |
    fell in the icy | pulled from the water | not shivering any more | not shivering anymore |
    no longer shivering | under the ice | fell through the ice | through the ice |
    fell in the river | freezing cold to the touch and | stone cold and | ice cold and |
    out in the snow | outside in the snow | lying in the snow | icy water
concept-drowned =
    drowned | drowning | pulled him out of the pool | pulled her out of the pool |
    face down in the | pulled from the pool | found in the bath | face down in |
    (was/been/went/were/gone/slipped/found/held) under the water | under the water for |
    head under water | face under water
concept-diver = dive | diving | surfaced | the bends | scuba | dived | dives
concept-tube_out =
    tube came out | trachea tube | trache tube came out | trachy tube came out | tube has come out |
    tube fell out | trachy fell out | trache fell out | trachy has come out | trache has come out
concept-peak_flow = peak flow
concept-asthma =
    asthma | asthmatic | inhaler | inhalers | copd | nebuliser | nebulizer | ventolin | salbutamol |
    blue inhaler | albuterol
concept-no_sentence =
    can not finish a sentence | finish a sentence | can not speak in sentences | can hardly speak |
    can hardly talk | can barely speak | can barely talk | too breathless to talk |
    too breathless to speak | one word at a time | few words at a time | can not talk |
    can not complete a sentence | can not get a sentence out | too breathless | unable to speak |
    struggling to talk | can not even blow
concept-no_relief =
    not helping | not working | not touching it | no effect | no relief | does nothing | done nothing |
    made no difference | used it ten times | not helped | no better
concept-cannot_breathe =
    can not breathe | can not breath | unable to breathe | struggling to breathe |
    struggling for air | struggling for breath | fighting for breath | gasping for air |
    gasping for breath | struggling to get air | can not get my breath | can not catch my breath |
    can not catch her breath | can not catch his breath | not breathing good | not breathing right |
    not breathing well | not breathing properly | breathing is really bad | not breathing normal |
    can hardly breathe | can barely breathe | fighting to breathe | hardly breathe |
    can not get air | no way he can breathe | no way she can breathe | no way i can breathe |
    every breath | gasping | fight for breath | fighting for air | can not get any breath |
    can not get enough air | can not get a breath | can not draw breath | can not draw a breath |
    sucking in | tummy is sucking in | ribs sucking in | skin sucking in | sucking in under |
    sucking in at | fighting for every | gulping for air | starved of air | suffocating | drowning |
    like i am drowning | air hungry | ribs going in and out | chest caving in | chest is caving |
    heaving for breath | working hard to breathe | breathing looks like hard work |
    breathing is hard work | hard work to breathe | could not catch my breath
concept-defib =
    defibrillator fired | defibrillator went off | pacemaker shocked | icd has fired |
    icd went off | icd shocked | defibrillator has shocked | defibrillator shocked |
    defibrillator keeps | defib went off | defib fired | defib shocked | icd keeps |
    icd has shocked | icd has gone off | pacemaker keeps shocking | pacemaker has shocked |
    pacemaker shocking | device has shocked | device shocked | implant shocked | shocked me
concept-slow_pulse = pulse is 32
concept-erection_long =
    erection will not go down | priapism | erection for hours | erection that will not
concept-cauda =
    can not pee | can not wee | can not feel when i wipe | numb down below | numb between my legs |
    saddle | lost control of my bladder | lost control of my bowels | can not feel my bum |
    wet myself without knowing | wet himself | numb bum | numb private | numb around my bum |
    could not feel anything when i wiped | incontinent | peeing myself | can not pass urine
concept-cancer_back =
    cancer in my bones | bone metastases | bone mets | spread to my bones | cancer in my spine | mets |
    prostate cancer | myeloma | breast cancer | cancer
concept-sjs =
    skin is blistering | skin blistering | blistering and peeling | peeling off | skin is coming off |
    skin coming off | mouth and eyes raw | raw mouth
concept-worst_head =
    worst headache | worst headache of my life | worst headache ever | thunderclap |
    sudden severe headache | headache came on suddenly | sudden headache |
    sudden blinding headache | like being hit on the head | hit over the head |
    exploded in my head | worst head pain | like a hammer blow | never had a headache like |
    never had head pain like | never had a headache this bad | never had such a headache |
    never had a headache so bad | most horrendous headache | most excruciating headache |
    most awful headache ever | headache like never before | worst pain in my head |
    never known a headache like | something popped in my head | something popped in his head |
    something popped in her head | popped in my head | something burst in my head |
    clap of thunder | like thunder | worst headache of her life | worst headache of his life |
    worst head ache | never felt pain like it | explosion in my head | like being hit with a bat |
    hit with a bat | hit by a brick | kicked in the back of the head | struck by a hammer |
    headache out of nowhere
concept-not_moving =
    not moving | face down | found him | found her | will not wake | will not wake up | can not wake |
    will not get up
concept-passed_out_now =
    collapsed | passed out | unconscious | blacked out | fainted | out cold | hit the floor |
    keeling over | keels over | lost consciousness | knocked out | dropped | went down |
    dropped down | gone down | was out for a minute | keeled over | slumped over | slumped |
    everything goes black | everything went black | goes black when i stand | nearly blacked out |
    blacking out | keep blacking out | collapsing | out for the count | flaked out | is out of it
concept-exercise_now =
    mid sprint | football training | while running | during a match | at practice | on the pitch |
    while swimming | on the treadmill | during pe | in the middle of a match | playing football |
    during a race | mile 20
concept-rope_plan =
    rope | noose | note | razor | knife | pills in my hand | saving up my tablets | stockpile |
    stockpiling | stockpiled | bridge | train | gun | engine on | garage with the engine | plan |
    goodbye | given the dog away | written letters | written a note | balcony | roof | platform | cliff
concept-no_point =
    no point anymore | no point any more | can not do this no more | can not do this anymore |
    can not do this any more | can not take it anymore | can not take it any more | can not go on |
    no way out | tired of being alive | tired of living | tired of life | done with everything |
    had enough of life | want it all to stop | burden to everyone | better without me |
    better off without me | given the dog away | said my goodbyes | want to disappear |
    want to sleep forever | never wake up | not want to wake up | hate being alive | worthless and |
    give up on life | written the letters | know which train | texted goodbye | goodbye and sorry |
    left the passwords | better with the angels | how long it takes in a garage |
    paid off everything | goodbye everyone | this is goodbye | will not be here tomorrow |
    do not deserve to live | world would be better without | goodbye messages | goodbye message |
    goodbye letters | goodbye letter | goodbye texts | goodbye text | goodbye note |
    letters to my kids | letters to my children | letters for my kids | letters for my children |
    written my note | wrote my note | left a note | left me a note | note saying sorry |
    note saying goodbye | sorry and goodbye | happier without me | happier if i was gone |
    happier if i were gone | easier without me | better off if i was | better off if i were |
    better off if i died | better off if i am dead | giving her things away |
    giving his things away | giving my things away | giving away her things |
    giving away his things | sorted my will | tonight is the night | tonight's the night |
    for when i am gone | after i am gone | when i am not here any more | no reason to stay |
    no reason to carry on | no reason to go on | can not see any way out | can not see a way out |
    see no way out | do not see a way | no way forward | will not be a burden | not be a burden |
    be a burden any more | a burden any more | standing on the bridge | standing on a bridge |
    on the edge of the bridge | on the bridge | on the ledge | on the edge of the roof |
    rehomed the cat | rehomed the dog | given away my things | giving away my things |
    written my goodbyes | saving up my tablets | saving my tablets | saving up pills |
    got the pills lined up | tablets lined up | pills lined up | can not carry on |
    can not go on like this | want the pain to stop for good | nobody would miss me |
    no one would miss me | nobody would notice if i | no future | pills in front of me |
    tablets in front of me | want it to be over | want it all to be over | want everything to stop |
    want to go to sleep and not
concept-self_harm_now =
    cut my wrists | slit my wrists | cutting myself | cut her wrists | cut his wrists |
    cut his arms | cut her arms | took pills to die | hanging himself | hanging herself |
    hung himself | hung herself | hanged himself | tried to hang | tried to kill | trying to kill |
    attempted suicide | suicide attempt | on the bridge | on a bridge | standing on the edge |
    on the ledge | jump off | strangle myself | strangled myself | over the railing |
    sat over the railing | multi storey | locked in the bathroom with | ladder in the loft |
    standing on a bridge | took a blade | cut myself on purpose | cut myself again |
    cut myself deep | cut myself badly | standing on the tracks | on the train tracks
concept-voices_harm =
    voices telling me to | voices tell me to | voice telling me to | voices say to |
    voices keep telling me to | voices keep telling | voices tell me
concept-animal_rabies =
    bat bite | bitten by a bat | monkey bite | snake bite | bitten by a snake | bitten by snake |
    adder bit | adder bite | viper | snake bit | bitten by an adder
concept-bulge_eye = eyeball bulging | eye bulging | eye is bulging | eye pushed out
concept-ulcer_eye = wear contacts | contact lenses | contacts
concept-halo_eye = rings round lights | halos | haloes | rings around lights
concept-scalp_jaw =
    scalp has been sore | scalp sore | scalp is sore | sore scalp | jaw tires | jaw aches when |
    jaw hurts when | tender temple | scalp tender
concept-spleen = no spleen | glandular fever | mono | splenectomy | spleen
concept-chemo =
    chemo | chemotherapy | immunosuppressed | transplant | neutropenic | leukaemia | leukemia |
    no spleen | cancer treatment | hiv
concept-sickle = sickle cell | sickle | sickle crisis
concept-dehydr = sunken eyes | sunken soft spot | very dry mouth | no tears
concept-numb_saddle = saddle
concept-fontanelle_bulge =
    bulging soft spot | soft spot is bulging | bulging fontanelle | soft spot bulging |
    fontanelle is bulging
concept-green_vomit =
    green sick | green vomit | vomit green | vomiting green | vomits green | vomit is green |
    sick is green | bright green | bile | bright green sick | green twice | sicked up green
concept-jaundice_new = yellow | jaundice | jaundiced
concept-leg_pain_word = legs hurt | leg pain | pain in legs | legs hurting
concept-swallowed_thing =
    swallowed a coin | swallowed a magnet | swallowed magnets | swallowed a battery |
    swallowed a button battery | swallowed battery
concept-no_feel = nothing i do wakes | pinched him hard | pinched her hard | shook him | shook her
concept-tampon = tampon
concept-face_down = face down
concept-cold_baby = cold to touch | feels cold | temperature is low
concept-help = help | please help | 999 | 911 | ambulance | hurry | emergency
concept-drug_taken_many =
    tablets are missing | pills are missing | at least 5 missing | missing tablets | missing pills |
    20 paracetamol | 30 paracetamol | twenty paracetamol | thirty paracetamol | forty paracetamol |
    40 paracetamol | 16 paracetamol | twenty tylenol | 20 tylenol | 30 tylenol | twenty tablets |
    thirty tablets | twenty iron tablets | twenty pills | thirty pills | forty pills | fifty pills |
    20 tablets | 30 tablets | 40 tablets | 50 tablets | 20 pills | 30 pills | 40 pills | 50 pills |
    60 tablets | every 2 hours for 3 days | loads of paracetamol | handful of paracetamol
concept-child_got_drug =
    got into nan's tablets | got into my tablets | got into my pills | got into the medicine |
    got into grandma's | found my tablets | found the tablets | found my pills | found the weed |
    found my medication | eaten my tablets | ate my tablets | ate my pills | eaten my pills |
    swallowed my pill | swallowed one of my | ate my contraceptive | into the medicine cabinet
concept-gas_alarm =
    co alarm | carbon monoxide alarm | monoxide alarm | whole family headachy |
    everyone in the house has a headache
concept-food_poison_nerve = home canned | canned beans | tinned food | botulism | honey
concept-chem_mouth =
    lips raw | mouth burn | mouth is burn | mouth is burning | mouth burning | burst in mouth |
    burst in his mouth | burst in her mouth
concept-choke_sign =
    no cough no cry | no cry | can not cry | can not cough | back slaps | back blows | heimlich |
    can not swallow my own spit | gone down | can not get any air | silent | no sound | no noise |
    any sound | not making any sound | nothing coming out | saliva down | eyes wide | funny colour |
    purple | grabbing his neck | grabbing her neck | grabbing his throat | grabbing her throat |
    clutching his neck | clutching her neck | clutching his throat | clutching her throat |
    holding his throat | holding her throat | pointing at his throat | pointing at her throat |
    can not speak | can not talk | can not breathe | can not get a breath | can not make a sound |
    going red | going purple | going blue | turning purple | gasping
concept-choking_now =
    is choking | choking on | back slaps | grape stuck | can not get any air | inhaled a peanut |
    inhaled a nut | lego piece gone down | piece gone down | can not swallow my own spit |
    jammed in my throat | clutching his neck | clutching her neck | clutching his throat |
    hands round his neck | hands round her neck | isn't making any sound | not making any sound |
    now no sound | can not even get saliva down | i am choking | started choking | choked and
concept-snore_only =
    snores | snoring always | always done it | through my nose | laughed | comedy | jeans |
    in these | in my sleep | in his sleep | in her sleep | at night | snore | snoring | apnoea |
    apnea | cpap | through the night | cpr course | through the nose
concept-sleep_well = sleep well | sleeps well | before 7 | through the night | lovely
concept-sleeps_well =
    sleeps well | before 7 | sleeps through | lovely | feeds well | feeds brilliantly |
    feeding well | sleep 12 hours | sleeps 12 hours | which is lovely
concept-slow_heart = heart rate is 36
concept-heart_attack_now =
    having a heart attack | think it is a heart attack | think i am having a heart |
    am i having a heart | having a coronary
concept-pulled_muscle = pulled muscle | pulled chest muscle | pulled a muscle
concept-chest_heavy =
    elephant sitting on my chest | elephant on my chest | crushing chest | crushing weight on |
    crushing pain | heaviness in my chest | weight on my chest | vice round my chest |
    pressure on my chest | pain in chest like pressing | chest like pressing | ripping pain |
    tearing pain in | chest being crushed | squeezing in my chest | chest is being squeezed |
    van on my chest | sitting on my chest | standing on my chest | parked on my chest |
    chest in a vice | chest is being crushed | tight band round my chest
concept-sudden_now =
    suddenly | sudden | this morning | just | now | an hour ago | out of nowhere | minutes ago |
    since this morning | today | tonight | all of a sudden | one hour | since lunch | half an hour
concept-face_nerve_old = bell's palsy | bells palsy | dentures | always has been | dentist | botox
concept-child_learns = learning to talk | speech therapy | bilingual | stammer | stutter
concept-slept_on_it =
    slept on it | slept funny | slept awkwardly | slept on my | wakes up numb | carpal tunnel |
    after painting | gardening | decorating | gym | tension | desk | physio
concept-stroke_now =
    having a stroke | think it is a stroke | think she has had a stroke | think he has had a stroke |
    had a stroke just | is this a stroke | think this is a stroke | could be a stroke |
    stroke symptoms now | looks like a stroke | stroke right now | mini stroke today
concept-headache_thunder =
    sudden headache | sudden severe headache | head exploded | thunderclap headache |
    worst headache of my life | worst headache i have ever
concept-headache_any =
    headache | headaches | head hurts | head is pounding | head pounding | pounding head |
    banging head | head splitting | splitting headache | head exploding | sore head | head pain |
    migraine | head killing
concept-seizing_now =
    having a seizure | having a fit | is fitting | fitting now | still fitting | seizure now |
    will not stop fitting | fitting for | been fitting | convulsing | jerking all over |
    is seizing | arms and legs jerking | had a fit | just had a fit | had a seizure |
    just had a seizure | gone stiff and | since his fit | since her fit | buccal midazolam |
    collapsed and is shaking | went rigid and shook | jerking for | shook all over |
    still shaking it has been | frothing at the mouth | foaming at the mouth | thrashing about on |
    whole body is shaking | whole body is jerking | still jerking | still seizing |
    still convulsing | rescue med given | rescue meds given | first ever fit |
    just had a convulsion | just had some sort of fit | went stiff then | gone stiff then |
    shaking and wet herself | shaking and wet himself
concept-minutes_long =
    minutes | ten minutes | five minutes | 10 minutes | 20 minutes | 5 minutes | twenty minutes |
    not stopping | will not stop | again and again | keeps | another one | one after another
concept-absence_of_fit =
    sneezing fits | coughing fits | fits in | fit and healthy | fit as a fiddle | not fit | fitting a |
    physically fit | get fit | keep fit | fit in | hissy fit | pretty fit | very fit | fitting room |
    tissy fit | rabbit | vet | dog had
concept-epilepsy_controlled =
    controlled | grew out | fit and healthy | fit as a | fit and well | fitting a | keep fit |
    sneezing fits | coughing fits | laughing fits | fit in | get fit | physically fit | otherwise fit |
    very fit | reasonably fit | fits of | giggling fits | hissy fit | i am fit | pretty fit
concept-alcohol_stop =
    stopped drinking | come off alcohol | withdrawal | gave up drinking | last drink
concept-floor = on the floor | floor | woke up on
concept-new_drug =
    new tablet | new blood pressure tablet | ramipril | lisinopril | started amoxicillin |
    started antibiotics | new medication | new medicine | started a new
concept-dental_cause = dentist | tooth | toothache | abscess
concept-throat_close_now =
    throat is closing | throat closing | throat closing up | tongue swelling | tongue is swelling |
    huge tongue | lips swelling after | throat feels thick | lips and tongue swelling |
    tongue swollen | swollen tongue | tongue has swollen | tongue feels too big | tongue is up |
    tongue up | throat getting tighter | lump in throat getting bigger | tongue feels thick |
    throat feels tight | tongue feels huge
concept-nerves =
    nerves | stage fright | anxiety attack diagnosed | exam nerves | panic attack diagnosed | before
    exams | shy | anxious | when i am anxious | before meetings | stressed | anxiety
concept-epipen_used =
    used my epipen | used his epipen | used her epipen | used the epipen | given epipen |
    epi pen used | coming back after epipen | gave epipen | gave the epipen | gave her epipen |
    gave him epipen | need my epipen
concept-allergic_now =
    having an allergic reaction | bad allergic reaction | severe allergic reaction |
    anaphylactic shock | having anaphylaxis | going into anaphylaxis | in anaphylaxis |
    is this anaphylaxis | anaphylactic reaction | anaphylaxis now
concept-nose_only =
    through my nose | through his nose | through her nose | nose is blocked | blocked nose |
    mouth breathing fine | stuffy nose | bunged up | comedy | laughed | laughing | jeans | corset |
    bra | goldfish | fish | in these
concept-peak_flow_low =
    peak flow 110 | peak flow is down | peak flow half | peak flow has dropped | peak flow down to |
    peak flow only | peak flow right down
concept-barking_ok = much better today | settled | no noise when
concept-quinsy =
    hot potato | can not open my mouth | can not open his mouth | can not open her mouth |
    can not swallow spit
concept-tongue_bite_small = bit my tongue | brushing | shaving | gums bled
concept-nsaid = naproxen | ibuprofen | aspirin | diclofenac | steroids
concept-iron_tablets = iron tablets | iron pills | ferrous | taking iron
concept-iron_food = liquorice | beetroot | guinness | pepto | bismuth | charcoal | blueberries
concept-nosebleed_long =
    nosebleed 50 minutes | nosebleed will not stop | nose bleeding for | nosebleed for an hour |
    nosebleed for 30 minutes | nosebleed for 40 minutes | nosebleed non stop |
    nosebleed and can not stop | nose will not stop bleeding | nose has been bleeding for |
    nosebleed nonstop | nosebleed over an hour | bleeding nose will not stop
concept-bleed_internal =
    inr 9 | wee looks like red wine | blood coming out my ear | blood coming out of his ear |
    blood coming out of her ear | blood from his ear | blood from her ear | blood from my ear |
    bleeding from the ear | fluid from his nose | clear fluid from nose
concept-no_kicks_preg =
    baby has not moved | baby not moved | baby not moving | baby stopped moving |
    baby has stopped moving | not felt the baby move | not felt baby move | can not feel the baby move |
    can not feel baby move | hardly felt either of them | hardly felt the baby | baby moving less |
    baby is moving less | baby not kicking | baby has not kicked | baby stopped kicking |
    not felt him move | not felt her move | not felt a kick | barely felt the baby | fewer movements |
    reduced fetal movements | baby quiet since | no movements since | baby very quiet today
concept-pregnant_word =
    pregnant | pregnancy | preggo | preggers | weeks gone | months gone | expecting a baby |
    expecting our | we are expecting | i am expecting | is expecting
concept-centile = centile | percentile | health visitor
concept-waters_bad =
    waters broke and it is green | waters green | green waters | waters are brown |
    waters broke and the cord | waters have gone and | waters broke early | waters brown |
    waters bloody | water broke green | cord hanging | cord is out
concept-preg_bleed_heavy =
    bleeding heavy | bleeding heavily | heavy bleeding | bleeding with clots | soaking pads | pouring |
    gushing | blood clots | bleeding heavy with clots
concept-preeclampsia_strong =
    splitting headache | flashing lights | seeing stars | blurry vision | blurred vision |
    seeing spots | head pain strong | headache will not go | face all puffy | eyes not see good
concept-pain_upper = under my ribs | upper belly | top of my belly | right ribs
concept-miscarry_heavy =
    miscarrying and | pad every 15 | pad every 20 | filling a maternity pad | soaking a pad every |
    soaking through a pad every | soaked 3 towels | soaked three towels | soaked two towels |
    changing a pad every 15 | changing a pad every 20 | changing a pad every ten |
    changing a pad every half
concept-navel_spread =
    stump is bright red | cord stump red | belly button red and spreading | navel red and spreading |
    red is spreading across | stump red and smelly
concept-fell_ok = cried straight away | carpet | playing | crying straight away
concept-baby_floppy =
    baby is floppy | baby floppy | baby gone floppy | baby's gone floppy | baby limp | baby is limp |
    baby not responding | baby will not wake | can not wake baby | can not wake the baby |
    baby is grey | baby blue | baby is blue | baby turned blue | baby stopped breathing |
    baby has gone limp | baby went limp | baby not waking
concept-unwell_sign =
    confused | muddled | mottled | blotchy | drowsy | sleepy | shivering | floppy | grey |
    not weed | will not drink | hardly waking | spaced out
concept-cold_ok =
    raynauds | raynaud's | always cold | poor circulation | reynauds | always had | in bed |
    husband complains
concept-rash_fades =
    does fade | it fades | fades with | fades when | fades under | goes white when | blanches |
    disappears when | disappear when pressed | fade when
concept-mening_now =
    is this meningitis | is it meningitis | think it is meningitis | could it be meningitis |
    could this be meningitis | have meningitis
concept-sepsis_now =
    is this sepsis | is it sepsis | think it is sepsis | could it be sepsis | think he has sepsis |
    think she has sepsis | might be sepsis | has sepsis | going septic | septic shock
concept-dying_word = dying
concept-suicidal_old =
    suicidal at | was suicidal | no thoughts of | not suicidal | never suicidal | prevention |
    when i was suicidal | used to be suicidal | used to self harm | traffic | support group |
    not at risk | lost my uncle | lost my friend | lol | survivors | bereaved by | shaving
concept-shaving_cut = shaving | chopping | cooking | onions
concept-worst_pain = severe | agony | worst | ballooning
concept-head_ok = cried straight away | playing happily | ate a massive
concept-healed_old = healed | years ago
concept-big_fall_bad =
    upstairs window | out of a window | off a roof | off the roof | hit by a car | hit by a van |
    hit by a bus | hit by a train | hit by a lorry | hit by a truck | run over by | trapped under |
    arm caught in | hand caught in | leg caught in | caught in the baler | caught in machinery |
    crushed by | dived in the shallow | electrocuted | struck by lightning | can not get him out |
    can not get her out | from the balcony | from a balcony | fell three floors | fell two floors |
    motorbike crash | motorcycle crash | baseball to the chest | thrown from a horse |
    rolled over in the car | car clipped
concept-sat_too_long =
    sit on the loo | sitting on the toilet | cross my legs | sit too long | crossed legs | after
    sitting | sat cross legged | when i sit | with fear | bike ride | spin bike | cycling | long
    ride | on the bike | turbo trainer
concept-after_sport =
    marathon | leg day | after a run | after the gym | workout | squats | after football
concept-burn_bad =
    poured petrol | acid attack | threw acid | threw something at | chip pan | clothes on fire |
    clothes caught fire | burnt all over | burned all over | boiling water on | boiling water over |
    boiling water all | hot oil on | kettle over | pulled the kettle | pulled a cup of |
    pulled hot | scalded himself | scalded herself | firework went off in | electrical burn |
    skin is coming off after | burns to his face | burns to her face | legs blistered |
    skin hanging | scalded by
concept-burn_small =
    fingertip | finger tip | little red mark | sunburnt | sunburn | sunburned | heartburn | burnt my
    tongue | burnt my finger | small burn | on the iron | oven tray | nothing to see | no mark |
    small red mark | oven shelf
concept-haemophilia = haemophilia | hemophilia | haemophiliac | hemophiliac
concept-splash_clothes =
    on my jeans | on my clothes | on my shirt | none in | on my trousers | carpet
concept-sight_gone_now =
    curtain coming down | curtain coming up | curtain over one eye | curtain over my eye |
    can not see out of | gone blind in one eye | lost sight in one eye | lost sight in my |
    lost vision in | lost the sight in | lost my sight | suddenly can not see | suddenly blind |
    gone blind | went blind in | sight in her left eye | sight in his left eye |
    sight in my left eye went | sight in my right eye went | black in one eye | vision gone in |
    sight went in | dark curtain | sudden loss of vision | shadow across my vision |
    shadow over my vision | can not see from | can not see anything out of |
    half of everything is missing | half of everything | half my vision | half the page |
    can not see half | went dark in my | gone dark in my | everything went dark | went black in my |
    gone black in my | curtain came down | like a curtain | like a shutter | shutter over |
    shutter came down | black shadow | shadow creeping | lost the sight |
    lost half of what i can see | half of what i can see | left half of everything |
    right half of everything | can not see to the left | can not see to the right |
    one eye has gone blind | can not see anything from | went blind | sight just went |
    vision just went
concept-nothing_now = optician checked | eye drops at the optician | glasses
concept-hours_now =
    hours ago | this morning | hour ago | since pe | woke | at 4am | last night | minutes ago |
    overnight | today
concept-lack_appetite =
    don't fancy food | do not fancy food | will not eat | wont even eat | will not even eat |
    off his food | off her food | not eating | do not want food | no appetite
concept-colitis_bad =
    bloody poos today | ulcerative colitis flare | toxic megacolon | 15 bloody | ten bloody
concept-shy_bladder = shy bladder | public toilets | in public
concept-meds_shunt = vp shunt | shunt | port line | dialysis fistula | fistula | lost half a stone
concept-lump_throat_grow = lump in throat getting bigger | voice all squeaky | voice gone squeaky
concept-compartment = so tight after | tight after the tackle | stretch the foot
concept-heart_ok =
    pulled a muscle | pulled muscle | press ups | one rib | ecg | normal last week | fear of having |
    bruised muscle | when i poke | my finger on it | hurts if i press
concept-old_choke = hazard | fear of choking | never actually | labels |
    choking last week | choked last week | choking last month | choked last month |
    choking the other day | choked the other day | choking a week ago | choked yesterday |
    choking yesterday | coughed it up and | coughed it up straight | but is ok | but is fine |
    and is fine | and is ok | is fine now | is ok now | fine now | all fine | totally fine
concept-seizure_old =
    seizure free | epileptic 12 years | rabbit | vet | last winter | controlled | game | sneezing |
    fit free | no fits for | no seizures for | no fits in | no seizures in | not had a fit for |
    not had a seizure for
concept-not_person =
    goldfish | rabbit | hamster | my dog | our dog | my cat | our cat | the cat | puppy | kitten |
    doll | toaster | fridge | power cut | hedgehog
concept-bursting_wee =
    bursting for a wee | not been able to pass a drop | not passed a drop | bursting but nothing
concept-co_false =
    battery low | chirped | replaced it | no one has symptoms | service is due | should be tested |
    be tested | low battery | battery was low | nobody feels ill | no one feels ill
concept-pupil = pupil | pupils
concept-arm_off =
    arm and leg | arm numb | numb arm | arm gone numb | arm went numb | hand gone weak | hand weak |
    hand is weak | hand went numb | would not work | will not work | hand keeps slipping |
    typing with one hand | keeps dropping | can not lift my arm | can not raise my arm |
    can not lift his arm | can not lift her arm | can not raise his arm | can not raise her arm |
    arm weak | arm is weak | weak arm | foot keeps catching | can not make a fist |
    arm feels like lead | leg gave out | down one side | arm feels heavy | leg feels heavy |
    dropped my cup | can not hold a pen | can not hold my phone | dropping things
concept-long_since =
    for months | for years | every month | on and off | most days | months now | weeks now |
    for weeks | every winter | for the past few weeks | for the last few weeks | for several weeks |
    for several months | for ages | years now | gradually | over the past few months |
    over the last few months | comes and goes | for two months | for three months | for a year |
    long standing | chronic | at night | every night
concept-cough_blood =
    coughing up blood | coughing blood | spitting blood | cough up blood | haemoptysis | hemoptysis
concept-collapse_word = collapsed | passed out | keeled over | fainted
concept-legs_off =
    both hands tingling | legs are numb | legs numb | numb legs | legs weak | legs have gone weak |
    can not walk | legs going weak | legs gave way
concept-spread_fast =
    spreading fast | red line | red streak | line up to | red streaks | tracking up | spreading up |
    spreading rapidly | spreading across his tummy | red is spreading | black patch |
    spreading quickly | spread up
concept-dose_word =
    whole bottle | whole box | whole packet | whole pack | empty bottle | bottle is empty |
    both empty | double dose | wrong dose | extra doses | months worth | more than i should |
    more than i meant | more than you are supposed | taken something | every day instead of |
    units instead | instead of weekly | entire pack | entire bottle | empty packets | took the lot |
    taken the lot | lost count | too many
concept-drug_pack =
    packet of paracetamol | packets of paracetamol | box of paracetamol | boxes of paracetamol |
    bottle of tylenol | bottle of pills | bottle of aspirin | box of pills | pack of paracetamol |
    bottle of calpol | strips of paracetamol
concept-mild_drug =
    vitamin | vitamins | antihistamine | antihistamines | loratadine | cetirizine | contraceptive |
    the pill | omeprazole | hrt | folic acid | probiotic | probiotics | hay fever tablet |
    hayfever tablet | multivitamin | antibiotic | antibiotics
concept-treatment_word =
    to antibiotics | to treatment | to cream | to tablets | to medication | to anything i |
    to my texts | to emails
concept-face_off =
    one side of his face | one side of her face | one side of my face | half his face |
    half her face | half my face | side of his mouth | side of her mouth | side of mouth |
    face numb | fce numb | face has gone | face gone funny | eyelid droopy | droopy eyelid |
    eyelid is droopy | eyelids drooping | eyelid drooping | like after the dentist |
    drink dribbling out | mouth are hanging | eyelid and mouth | mouth twisted | mouth pulled |
    mouth pulling | water come out from side | drooping on one side | face feels numb |
    mouth on one side | dribbling from one side
concept-hang_q =
    hanging | hangs | sagging | slipped | slid | not moving | will not move | drooping | drooped |
    droops
concept-speech_off =
    can not say | wrong word | wrong words | said the wrong | can not find the words |
    can not find words | not making sense | can not understand what he |
    can not understand what she | could not say what | does not know what it was |
    did not know what it was | can not speak | could not speak | talking in riddles |
    calling the kettle | sounds drunk | sounding drunk | talking funny | not able to speak |
    not able to talk | can not talk properly | talking nonsense | words mixed up |
    mixing up her words | mixing up his words | speech has gone
concept-fit_sign =
    seizing | jerking | shaking all over | twitching all over | went stiff | a fit | eyes rolling |
    body twitching | his fit | her fit | still shaking | still going | still jerking
concept-first_q =
    first time | first ever | first one | never had one | never happened before | not epileptic |
    no history of
concept-foam_q =
    foaming | foam | frothing | eyes rolled | rolled back | not with us | unresponsive | stiff
concept-cut_hint =
    cut off | soaked through | dripping through | clean off | knife in | glass door |
    through glass | chainsaw | bandsaw | angle grinder | gushing | pumping out | blood everywhere |
    deep cut | deep gash | through my hand | through his hand | nail gun | nail through |
    crime scene | blood running | belt tied round | chopped the tip | slashed | gashed | slit |
    sliced | through the window | through a window | wide open | stanley knife | chain saw |
    circular saw | hedge trimmer | broken glass | nail went through | belt round it | tea towels |
    through three towels | went through my hand | went through his hand
concept-bleed_heavy =
    bleeding heavily | heavy bleeding | bleeding badly | soaked thru | bled through
concept-bone_q = to the bone | see bone | hanging off | hanging by
concept-period_word = period | periods | on my period | monthly
concept-small_bleed =
    gums | gum | brushing | shaving | scab | paper cut | mole | spot | pimple | piles | hemorrhoid |
    haemorrhoid | flossing
concept-will_not_stop =
    will not stop | can not stop it | not stopping | still bleeding | keeps bleeding |
    will not clot | can not get it to stop | would not stop | will not slow | not slowing |
    keeps coming | will not let up | for over an hour | for an hour | for ages | non stop |
    still going | nothing stops it
concept-nose_q = nosebleed | nose bleed | swallowed blood
concept-cord_q = loop of | cord
concept-water_q = bath | pool | pond | water | paddling pool
concept-rash_odd =
    stays when | stay when | stays put | stay put | tiny red dots | purple marks | marks on ankles |
    purple marks on | spots spreading | purple spots | purple blotches | blood spots |
    still there when i press | rash is still there | under a glass | with the glass |
    red pinpricks | pin prick | bruising rash | purple dots | spots like bruises |
    bruises coming up | bruise like spots | like bruises coming | purple patches | purple spot |
    blood blisters under the skin | dark red spots | dark spots spreading | spots that do not go |
    looks like bruising | bruised looking spots | marks do not go
concept-eye_shut = eyelid swollen shut | eye swollen shut | swollen shut
concept-cold_limb =
    leg is cold | leg cold | cold leg | foot is cold | foot cold | cold foot | foot is white |
    foot white | white leg | leg is white | arm is icy | arm icy | pale and cold | icy and pale |
    hand is cold | hand cold | fingers are cold | toes are cold | stone cold |
    foot has turned white | foot turned white | leg turned white | leg has turned white |
    hand turned white | hand has turned white | arm turned white | fingers turned white and |
    gone white and cold | gone white cold | foot has gone white | foot gone white | leg gone white |
    hand has gone white | icy foot | icy leg | icy hand | icy arm | leg like ice | foot like ice |
    hand like ice | arm like ice | leg is icy | foot is icy | hand is icy | arm is freezing |
    leg is freezing | arm has gone cold | leg gone purple | foot gone purple
concept-ketone_q = ketone strip | ketones large | ketones are | ketone stick | ketones high
concept-lots_q =
    cupful | cup of | mugful | a lot of | lots of | loads of | not a streak | filled the sink |
    pint of | half a cup | handful of | mouthful of | all blood | it was all blood | pure blood |
    bright red blood
concept-cannot_lie =
    can not lie flat | can not lie down | have to sit up | sat bolt upright | sitting bolt upright
concept-burden_q = a burden | better off without | admitted he has been planning | planning it
concept-not_harm = climbing | knitting | kitchen knife | shaving
concept-wee_small =
    wee man | wee one | wee boy | wee girl | wee lad | wee lass | wee bit | wee while |
    wee blistery | wee spots | wee cough | wee thing | cigarette paper | the surgery says |
    surgery says | gp surgery | the surgery said | surgery said | at the surgery | my surgery
concept-carry_q = carrying | shovelling | lifting | digging | climbing stairs | on exertion
concept-down_there =
    down there | in his bits | in the pouch | his privates | the left one | the right one
concept-hurt_q = hurting | hurts | killing me | throbbing | agony
concept-pulled_q = pulled up | riding up | gone solid | higher than
concept-nosebleed_q = nosebleed | nose bleed | bleeding from my nose
concept-cold_q = going cold | gone cold | clammy
concept-minutes_many =
    90 mins | 90 minutes | two hours | an hour | 40 minutes | 45 minutes | 50 minutes | 60 minutes
concept-snake_q = adder | snake | viper | cobra
concept-bit_q = bit me | bit him | bit her | bit my | bitten
concept-shaking_q =
    uncontrollable shaking | shaking uncontrollably | can not stop shaking | shaking so hard |
    violent shaking
concept-spaced_q = spaced out | out of it | woozy
concept-eye_hit =
    pinged | felt a ping | shot into | cork | hit my eye | hit his eye | hit her eye |
    poked in the eye | jelly stuff | something flew
concept-cornea_q = cornea | coloured part of my eye
concept-doom_q = feeling of doom | sense of doom | impending doom
concept-stung_q = stung | sting
concept-smoke_in = house fire | smoke inhalation | breathed in smoke | soot
concept-soot_q = soot | sooty | voice going
concept-trachy = trache | tracheostomy | trachy | trach | breathing tube
concept-blocked_q = blocked | came out | fallen out | come out | out
concept-cast_q = cast | plaster cast | plaster
concept-surgery_vessel = bypass graft | stent | graft | angiogram
concept-wipe_q = when i wipe | wiped | wipe myself
concept-numb_q =
    can not feel | could not feel | cotton wool | numb | wet the chair | did not notice |
    no feeling in | lost feeling | lost all feeling | can not feel it | no sensation
concept-jelly_stool =
    redcurrant jam | redcurrant jelly | raspberry jam | jam in the nappy | jelly in the nappy |
    red jelly
concept-pulls_knees =
    pulling his knees up | pulling her knees up | draws his legs up | drawing his legs up |
    knees up to his | drawing her legs up
concept-baby_born = had her baby | had the baby | had a baby | had my baby | gave birth
concept-soak_red =
    soaked red | mattress is soaked | bed is soaked | soaked in blood | blood everywhere
concept-fit_word = fit | seizure
concept-again_today = second | another | third | again
concept-horse_kick = horse kicked | kicked by a horse | cow kicked | handlebars
concept-splash_q = splashed | squirted | sprayed | splash
concept-hot_thing =
    boiling | boiling water | boiling oil | boiling tea | hot oil | hot fat | hot soup | hot water
    over | hot tea | hot coffee | scalding | scalded | scald | kettle | flames | flared up |
    fireball | flash fire | petrol flared | caustic soda | caught fire | burnt | burned | burns |
    straighteners | hot iron | steam burn | deep fat fryer | chip pan
concept-burn_face =
    my face | his face | her face | in the face | face and | cheeks | eyelashes | eyebrows | both
    legs | both arms | both hands | whole palm | whole hand | whole arm | whole leg | whole back |
    all down | all over | neck and chest | his chest | her chest | up both
concept-electric_shock =
    electric shock | electric shocks | electrocuted | electrocution | electrocute | live wire | live
    wires | bare wire | bare wires | fork in the socket | knife in the socket | in the plug socket |
    shock off the | shock from the | shock from a | zapped by the mains | mains shock | high voltage
concept-shock_sign =
    heart skipping | heart is skipping | heart feels | heart all over | chest fluttering | chest
    keeps fluttering | fluttering | thrown across | threw me across | knocked me over | fingers are
    black | dazed | burn | burnt | burned | numb | not answering | will not answer | not answer |
    tingling arm | muscle spasms | could not let go
concept-static_q =
    static | static shock | made me jump | fairy lights | door handle | trampoline | car door |
    jumper | feel fine | feels fine
concept-strangle =
    strangled | strangling me | strangling her | strangled by | choked by | choked me | choked her |
    choke hold | chokehold | throttled | hands round my throat | hands around my throat | hands
    round her throat | hands around her throat | hands round my neck | hands around my neck | cord
    round his neck | cord round her neck | cord around his neck | cord around her neck | squeezed my
    throat | squeezed my neck | round his neck and | ligature
concept-many_q =
    handful | handful of | a dozen | dozen of | couple of dozen | all her | all his | all my | all
    of her | all of his | all of my | whole strip | whole box | whole week | whole packet | whole
    pack | whole bottle | whole lot | in one go | all at once | loads of | packets are empty |
    packet is empty | bottle is empty | blister packs are empty | box is empty | empty packets | 8
    of | 9 of | 10 of | 12 of | 14 of | 15 of | 16 of | 18 of | 20 of | 24 of | 25 of | 28 of | 30
    of | 32 of | 35 of | 40 of | 45 of | 50 of | 56 of | 60 of | ten of | twelve of | fifteen of |
    twenty of | thirty of | forty of | fifty of
concept-whose_q =
    grandad's | grandads | gran's | grans | nan's | nans | granny's | grandma's | grandpa's | mum's
    | mums | dad's | dads | brother's | sister's | wife's | husband's | someone else's | somebody
    else's | mate's | someone else | somebody else | grandad | gran | nan | grandma | grandpa |
    granny
concept-course_q =
    whole course | full course | antibiotics | my course | course of | vitamins | with breakfast |
    as prescribed | as usual | for the week
concept-glass_q =
    press a glass | presses a glass | pressed a glass | pressing a glass | press the glass | glass
    test | tumbler test | press a tumbler | pressed a tumbler | with the tumbler | with a tumbler |
    with a glass | with the glass | under a glass | under the glass | glass on | glass against |
    glass over | through the glass
concept-glass_stay =
    (do/does/did/will) not go (away/off/when/under/with/even/if/pale/white) | stayed | stays | stay there | stay put |
    still see | still there | still visible | not go away | not disappear | not fade | not vanish |
    not change | no difference
concept-found_word =
    found | lying | slumped | was on | came home and | collapsed
concept-floor_q =
    on the floor | kitchen floor | bathroom floor | bedroom floor | hall floor | bottom of the
    stairs | foot of the stairs | on the ground | in the garden | in the street | on the pavement
concept-found_state =
    not moving | not answer | will not answer | not answering | freezing cold | stone cold | ice
    cold | icy cold | very cold | is cold | mumbling | will not respond | not responding | stiff |
    not speaking | grey | blue
concept-co_source =
    boiler | gas fire | gas heater | paraffin heater | wood burner | wood stove | generator | bbq
    indoors | barbecue indoors | barbecue in the tent | bbq in the tent | yellow flame | soot marks
    | carbon monoxide | exhaust fumes | flue
concept-several_q =
    we all | all of us | whole family | entire family | everyone in the house | everyone at home |
    three of us | four of us | five of us | both of us | two of us | kids and me | me and the kids |
    kids and i | all feel | all got | all have | all woken | we both | my flatmates and i | whole
    house
