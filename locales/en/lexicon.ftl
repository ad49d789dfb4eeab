# What people write, and how it is understood. Nobody is shown these lists: do not translate them
# word by word, but list what people say, as much as you like. Entries are separated by "|"; some
# have a meaning, as in `word = meaning`. Lists in which English has entries of several words may
# have such entries in any language, others have single words. A list that a language has no use for
# is { "" }.

## Answers to a question

reply-yes = yes i do | yes i am | yes i have | yes | yeah | yep | yup | y | indeed | correct | i do | i think so
reply-no =
    no i do not | no i am not | no i have not | no not really | no | nope | nah | n | never | not really |
    not at all | i do not | i do not think so | do not think so
reply-unknown =
    i do not know | do not know | i am not sure | not sure | not certain | unsure | no idea | i have no idea |
    can not tell | can not say | dunno | idk | maybe | perhaps | d
# What may follow an answer without a comma: "no but my head hurts".
reply-links = but | and | just | only | although | though | it | my

## Words

# What brings the forms of a word together: the name of a Snowball stemmer, such as english or
# german, or none.
word-stemming = english
# Contractions, and what they are short for. Everything else in this file sees them spelled out.
word-contractions =
    can't = can not | cannot = can not | cant = can not | cannae = can not | dinnae = do not | didnae = did not | disnae = does not |
    isnae = is not | wasnae = was not | willnae = will not | havenae = have not | couldnae = could not |
    ain't = is not | aint = is not | won't = will not | wont = will not | dont = do not |
    didnt = did not | doesnt = does not | havent = have not | hasnt = has not | isnt = is not |
    wasnt = was not | arent = are not | couldnt = could not | im = i am | ive = i have
# Endings of contractions, and the word that each stands for, if any.
word-endings = n't = not | 'm = am | 've = have | 're = are | 'll = will | 'd = | 's =
# Endings as they are spoken, and what they are: "burnin".
word-dropped = in = ing
# Forms that a stemmer cannot bring together, slips of the ear, and words for the same thing. Some
# keep two apart: light-headed is not a light and a head, spotting is not spots.
word-forms =
    nurse = medic | nurses = medic | winded = breathless | test = examine | tests = examine |
    threw = throw | thrown = throw | felt = feel | swollen = swell | swelled = swell |
    bled = bleed | lost = lose | woke = wake | woken = wake | got = get | gotten = get |
    tummy = stomach | belly = stomach | abdomen = stomach | abdominal = stomach | tonight = night |
    puking = vomit | puke = vomit | puked = vomit | nappy = diaper | nappies = diaper |
    poop = stool | poops = stool | pooping = stool | poo = stool | feces = stool | pee = urine |
    peeing = urine | peed = urine | pees = urine | aching = pain | ache = pain | aches = pain |
    ached = pain | hurt = pain | hurts = pain | hurting = pain | itchy = itch | phlegmy = phlegm |
    mucous = mucus | shivery = shiver | colour = color | coloured = color | diarrhoea = diarrhea |
    oedema = edema | teeth = tooth | feet = foot | children = child | breathes = breath |
    breathing = breath | ate = eat | slept = sleep | began = begin | begun = begin |
    headed = lightheaded | spotting = intermenstrual | nite = night | nites = night |
    temp = temperature | temps = temperature | tum = stomach | wee = urine | weeing = urine |
    barf = vomit | barfing = vomit | barfed = vomit | snot = mucus | meds = medicine |
    medication = medicine | medications = medicine | tablets = medicine | soar = sore |
    coff = cough | bellybutton = navel | boiling = seethe | boiled = seethe | bugged = wiretap |
    pants = trousers | monthly = everymonth | heading = toward | limp = flaccid |
    banging = pounding | poorly = unwell | dreadful = ghastly | dreadfully = ghastly | tickly = tickle |
    piled = heaped | pooped = stool
# Feeling, and what means something else when it is felt: "I feel down", "I feel like throwing up".
word-feel = feel
word-felt = down | low | blue | empty | throw | vomit | faint | pass | sick | terrible | awful | lousy | rough
# What may stand between the two.
word-felt-between = like | so | very | really | quite | pretty | a | bit | i | am | going | gonna | to | about
# Words that a finding can be said with or without.
word-fillers =
    a | an | the | my | his | her | our | your | their | its | this | that | these | those | i | he | she |
    it | we | they | you | me | him | them | am | is | are | was | were | be | been | being | have | has |
    had | having | do | does | did | get | gets | getting | got | feel | feels | feeling | felt | in | on |
    at | to | of | with | when | whenever | while | from | by | as | into | and | or | some | any | very |
    really | quite | pretty | so | too | bit | also | just | there | will | can | could | would | keep |
    keeps | kept | keeping | seem | seems | become | becomes | which | who | what | if | then | than | since |
    for | during | because | something | kind | sort | like | suffer | suffering | suffers | experience |
    experiencing | baby | child | son | daughter | kid | toddler | infant | today | now | currently | lately |
    recently | s
# Words that say nothing alone: pain without a place.
word-vague = pain
# Words that are known to say nothing of a finding. `dictionary.txt` has more that are no misspelt
# symptoms.
word-ordinary =
    about | above | across | after | again | against | almost | along | already | also | although |
    always | among | another | anyone | anything | around | asked | away | back | became | because |
    become | been | before | began | begin | behind | being | believe | below | best | better |
    between | beyond | big | both | bring | brought | brother | build | built | business | busy |
    call | called | came | cannot | care | case | cause | caused | center | certain | change |
    child | children | city | clean | clear | close | coming | common | could | country | course |
    cover | dark | daughter | days | dead | deal | decided | deep | definitely | describe | did |
    didn | different | doctor | does | doing | done | door | down | during | each | early | easily |
    eat | eating | either | else | enough | especially | even | evening | ever | every |
    everything | exactly | except | expect | explain | fact | fall | family | far | fast | father |
    feel | feeling | feels | felt | few | finally | find | fine | finger | first | five | follow |
    food | force | form | found | four | free | friend | from | front | full | further | gave |
    gets | getting | girl | give | given | goes | going | gone | good | got | great | group | grow |
    grown | had | half | hand | hang | happen | happened | happens | hard | has | have | having |
    head | hear | heard | heart | help | here | high | him | himself | hold | home | hope | hour |
    hours | house | how | however | human | hundred | husband | idea | important | indeed | inside |
    instead | into | issue | issues | itself | job | just | keep | kept | kind | knew | know |
    known | large | last | late | later | least | leave | left | less | let | life | light | like |
    likely | line | list | listen | little | live | lives | living | long | longer | look | looked |
    looking | lost | lots | love | low | made | mail | main | make | makes | making | many |
    matter | may | maybe | mean | means | meant | meet | middle | might | mind | minute | minutes |
    miss | moment | moments | money | month | months | more | morning | most | mother | move |
    moved | much | must | myself | name | near | need | needed | never | new | next | night | none |
    normal | nothing | notice | noticed | now | number | off | often | okay | old | once | one |
    only | onto | open | order | other | others | our | out | outside | over | own | page | paid |
    part | past | people | perhaps | person | place | plan | play | please | point | possible |
    problem | problems | put | question | quick | quickly | quite | ran | rather | read | ready |
    real | really | reason | recent | recently | rest | right | room | run | running | said | same |
    saw | say | says | school | second | see | seem | seemed | seems | seen | sent | serious |
    service | set | seven | several | shall | she | short | should | show | shows | side | since |
    sister | sit | six | sleep | slept | slow | slowly | some | someone | something | sometimes |
    somewhere | son | soon | sort | sound | sounds | space | speak | spent | stand | start |
    started | starting | starts | state | stay | stayed | step | still | stop | stopped | stops |
    story | such | suddenly | summer | sure | take | taken | takes | taking | talk | tell | ten |
    than | thank | thanks | that | the | their | them | then | there | therefore | these | they |
    thing | things | think | third | this | those | though | thought | three | through | time |
    times | today | together | told | tomorrow | took | toward | tried | try | trying | turn |
    turned | twice | two | under | understand | until | upon | use | used | using | usual |
    usually | very | visit | wait | waited | walk | want | wanted | was | water | way | week |
    weeks | weekend | well | went | were | what | when | where | whether | which | while | who |
    whole | whose | why | wife | will | wish | with | within | without | woman | women | word |
    words | work | worked | working | worry | worse | worst | would | write | wrong | year | years |
    yes | yesterday | yet | you | young | your | yourself | breakfast | dinner | lunch | drink |
    drinking | drive | driving | medicine | medication | pills | tablets | paracetamol | ibuprofen |
    tylenol | advil | antibiotic | antibiotics | aspirin | hospital | clinic | nurse | pharmacy |
    covid | test | tested | positive | negative | vaccine | vaccinated | weather | travel |
    traveled | trip | holiday | vacation | bought | phone | computer | television | office |
    monday | tuesday | wednesday | thursday | friday | saturday | sunday | january | february |
    march | april | june | july | august | september | october | november | december | spring |
    autumn | winter | fella | specs | dreadful | lino | telly | mate | mates | loo | nan | gran |
    grandad | grandma | bloke | kiddo | hubby | missus | missis | fridge | sofa | settee |
    allotment | tights | knickers | bra | jumper | jumpers | cardi | duvet | trainers | wellies |
    mum | mummy | dad | daddy | auntie | nana | granny | bap | chippy | takeaway | kebab | curry |
    pasta | loaf | toast | sandwich | choir | netball | rugby | footy | pub | fags | ciggies |
    sherry | lager | vodka | gin | whisky | wine | beer | pints | tractor | hob | kettle | cheque |
    bingo | knitting | crossword | crosswords | grandson | granddaughter | grandkids | toddler |
    nursery | reception | paramedic | joiner | plumber | builder | carer | warden | vicar |
    hairdresser | plasterer | yeah | yep | uh | um | uhm | umm | erm | hmm | hi | hey | hello |
    hiya | additionally | addition | frequently | moreover | furthermore | regularly | regular |
    essentially | constantly | nonstop | restroom | bathroom | rapidly | normally | checked |
    check | doc | due | hue | odd | per | rid | concerned | everyday | aside | basically |
    honestly | literally | obviously | apparently | anyway | anyways | ok | alright | cheers |
    sorry | lol | ugh | tbh | idk | btw | gonna | wanna | kinda | sorta

# Small words that may stand between the words of a concept: "throat is closing".
concept-between =
    my | the | a | an | his | her | our | your | their | its | it | is | are | was | were | be |
    been | am | so | really | very | just | all | has | have | had | of | this | that | i | he |
    she | they | we | s | quite | pretty | some | him | them | me | both | completely | totally |
    actually | proper | suddenly | keeps | uh | um | uhm | erm | er | rather | slightly

# The same for what happens in emergencies, besides those.
alarm-between =
    left | right | whole | entire | now | still | even | already | literally | bloody | fucking | flipping |
    poor | little | big | old | own | then | there | kind | sort | kinda | sorta | bit | gone | going | go |
    went | goes | become | becoming | turned | turning | looks | looking | seems | feels | feel | feeling |
    to | up | again | today | much | suddenly | properly | basically | absolutely |
    for | any | on | about | one | wee | lad | lass | mum | dad | being | getting | gets | got | s

## What is said of a finding: denied, doubted, past, about somebody else

# What denies the words behind it: "no fever", "free of pain".
scope-denials =
    no | not | without | denies | deny | denied | denying | never | neither | nor | none | zero | free of |
    absence of | negative for | ruled out | lack of | non
# What begins like a denial and denies no finding. Those that are doubts are in scope-doubts as
# well.
scope-no-denials =
    not sure | not only | not just | not too (great/good/well/bad) | not so (great/good/well) | not very well | not certain | not getting | not improving | not improved |
    not responding | not helping | not able | not going (away/down/off/anywhere/at) | not quit | not help | not stop | not stopped | not stopping |
    never been ill | never been sick | non stop
# What begins like a denial and ends one.
scope-denial-ends = no doubt | no change | no idea | no wonder
# "Never had a headache like this", "never been so breathless": what it denies is that it was ever as
# bad, so it is there.
scope-never = never
scope-never-like =
    like this | like that | like it before | this bad | that bad | so bad | as bad | so badly | this badly |
    this much | so much | this severe | so severe | so short | so tired | so ill | so sick | so weak | so dizzy | so breathless |
    so sore | so painful | such a | such bad | such pain | this painful | this sore | this ill | this sick |
    this tired | worse | quite like | anything like | this breathless | this dizzy | this short | so itchy | so swollen
# "Without the tablets I get chest pain": who a statement may be about, and where it begins.
scope-subjects = i | he | she | it | we | they
# "Lost weight without trying" denies nothing: a word, what may follow it, and what may say how.
scope-without = without
scope-without-any = any
scope-manners = trying | reason | warning | effort | meaning | wanting | exercise
# Where a new clause begins, and a denial ends.
scope-breaks =
    but | however | although | though | except | yet | whereas | instead | just | only | apart | despite |
    besides | otherwise
# Nothing is understood across these: "my head, but not my throat, hurts".
scope-walls = but | however | although | though | except | no | not | without | nor | never | denies
# What joins the parts of a list: "my throat and chest hurt".
scope-joints = and | or
# Where one part of a clause ends and the next begins, apart from commas: "cough with phlegm".
scope-chunks = and | or | with | plus | n | then | also | w | followed | while
# "No fever and a headache": with an article of its own it is no part of what is denied.
scope-and = and
scope-articles = a | an
# What the last item of a list that is denied begins with: "no cough, fever or chills".
scope-or = or | nor
# "Can not sleep, cough": what somebody is unable to do ends with its own clause.
scope-modals = can | could | will | would
# What a new statement may follow, apart from a comma, and the words it begins with: "no cough and I
# feel hot".
scope-joins = and | plus | so
scope-openers =
    i | my | he | she | it | we | they | his | her | their | the | there | have | has | had | feel | feels |
    feeling | got | also | now | then | am | is | are | was | been | having | says | said | keeps | gets |
    goes | looks | started | came | can | could | will | woke | today | tonight
# What may follow the end of a statement, apart from a comma: "the cough is gone and ...".
scope-ends = and | but | now
# What makes the words behind it uncertain.
scope-doubts =
    maybe | perhaps | possibly | might | may | unsure | wonder | wondering | worried | afraid | fear |
    scared | avoid | prevent | read | heard | googled | exposed | vaccinated | prone |
    not sure | not certain | could be | never been ill | never been sick | relieved by | eased by | helped by | insists it is |
    thinks it is | thinks it may | reckons it is | thought it was | put it down to | blame | blames | blamed |
    probably just | probly just | prob just | probably only | do i need | should i | can i get | can i just get | could i get
# The same at the start of a statement: "it hurts if I bite" is no doubt.
scope-conditions = if | unless | whether
# What makes the words behind it past.
scope-past = history | previously | formerly | used to | as a child | when i was
# What makes the words before it past: anywhere, unless it says that something began then ("started
# months ago"); anywhere, unless it follows a word of the third list ("over the last year"); and at the
# end of a statement.
scope-past-behind = years ago | months ago | as a child
scope-past-periods = last year
scope-past-unless = the | this | these | since
scope-past-at-end = in the past
# What denies the words before it: anywhere, at the end of a statement, there unless it is compared
# ("worse than normal"), and as an answer behind a comma ("cough: no").
scope-gone =
    free for | free since | resolved | disappeared | absent | vanished | gone away | went away |
    cleared up | wears off | wore off | (ok/okay/fine/normal/alright/all right) again | back to normal | feeling comes back | feeling came back
scope-gone-at-end = gone
scope-fine-at-end = stopped | fine | normal | ok | okay
scope-compared = than | as | not
scope-none = no | none
# What comes again is not gone: "lasts a few seconds, then it is gone".
scope-recurring = lasts | last | sometimes | whenever | every | each | usually | then |
    later
# What makes a year past: "a knock in 1974".
scope-in-year = in
# What begins a comparison, and what before it says that it is no mere comparison: "feels like pressure",
# "symptoms like fever".
scope-similes = like
scope-resembles =
    feel | feels | feeling | felt | look | looks | looking | looked | seem | seems | seemed | sound | sounds |
    sounding | sensation | pain | ache | symptoms | symptom | things | stuff | signs | problems | just | more |
    something | anything | smell | smells | tastes | coming | comes
# What denies the one thing before it: "sore throat, cough has not started".
scope-not-begun = not started
# The person who speaks, and people whom the conversation is not about.
scope-oneself = i | me | my
scope-others =
    mother | mom | mum | father | dad | brother | sister | husband | wife | partner | friend | hubby |
    missus | mate | mates | fiance | fiancee | flatmate | nan | granny | gran | coworker | colleague |
    neighbor | neighbour | aunt | uncle | grandmother | grandfather | grandma | grandpa | cousin | boyfriend |
    girlfriend | roommate | boss | parents | relatives | classmate | teacher | everyone | family
# Children who are not the patient, whatever the text says of its own.
scope-strangers =
    kid at | kids at | child at | boy at | girl at | (kid/child/boy/girl/lad) in (his/her/my/our/their) (class/year/school/nursery) |
    kid next door | boy next door | girl next door | boy next to him | girl next to him | boy next to her |
    girl next to her | another kid | another child | another boy | another girl | other kids | other children
# What somebody does not do ends with its own item: "not eating, sunken eyes".
scope-activities =
    eating | drinking | feeding | wetting | weeing | peeing | sleeping | moving | responding | waking | talking |
    speaking | walking | crying | playing | breathing | settling | latching | smiling | eat | drink | feed | wee | pee |
    sleep | move | respond | wake | talk | speak | walk | cry | play | settle | latch | smile
# Somebody who says something of the patient: "my wife says I stop breathing".
scope-says = says | said | thinks | reckons | noticed | tells | told | saw | hears | heard | complains | swears
# "Worried that it is my heart" is a worry about something, and no anxiety.
scope-worries = worry
scope-worries-about = i | that | it | if | about | this | he | she | my | because
# A sentence that begins with these is about the finding before: "It has lasted three weeks".
scope-points-back = it | its | this | that | they | started | lasting | for

## Numbers and temperatures

# Numbers in words. Tens are followed by ones: "thirty eight".
number-names =
    zero = 0 | one = 1 | two = 2 | three = 3 | four = 4 | five = 5 | six = 6 | seven = 7 | eight = 8 |
    nine = 9 | ten = 10 | eleven = 11 | twelve = 12 | thirteen = 13 | fourteen = 14 | fifteen = 15 |
    sixteen = 16 | seventeen = 17 | eighteen = 18 | nineteen = 19 | twenty = 20 | thirty = 30 | forty = 40 |
    fifty = 50 | sixty = 60 | seventy = 70 | eighty = 80 | ninety = 90
# A hundred, what may follow it before the rest, and what stands before tenths: "a hundred and one
# point five".
number-hundred = hundred | a hundred | one hundred
number-and = and
number-point = point
# Words near a number that make it a temperature, and the units behind one.
temperature-hints = fever | temp | temperature | thermometer | degrees | feverish | febrile
# What says that it is the temperature of the air: before the number, and behind it.
temperature-ambient = in
temperature-ambient-behind = heat | outside | sun | sunshine | weather | shade | outdoors
temperature-degrees = degrees | degree | deg
temperature-celsius = c | celsius | centigrade
temperature-fahrenheit = f | fahrenheit
# Units behind a number that is no temperature.
temperature-others =
    kg | kilos | cm | mm | miles | km | weeks | days | hours | minutes | percent | stone | units | mmol | years | months | metres

## How long something has lasted

# Units.
duration-hours = hour | hours | hrs | hr
duration-days = day | days | night | nights
duration-weeks = week | weeks | wk | wks
duration-fortnights = fortnight
duration-months = month | months | mth | mths
duration-years = year | years | yr | yrs
# Units that mean one without a number ("the past week"), and a few behind duration-for ("for
# weeks").
duration-one = day | week | month | year
duration-some = days | weeks | months | years
duration-for = for
# Amounts besides numbers, what may stand before them, and what may stand between them and a unit:
# "a couple of days".
duration-amounts = a = 1 | an = 1 | couple = 2 | few = 3 | several = 4
duration-before-amounts = a
duration-of = of
# What leads to a duration, and what makes it longer than it says: "for more than a week".
duration-leads =
    for | past | last | over | than | about | nearly | almost | lasting | lasted | of | x | the | more |
    least | at | around
duration-more = over | than
# What makes a number of days no duration, behind it and before it: "3 months old", "every 2 hours".
duration-not-behind = old | per | later | apart
duration-not-before = every | in | within | after | twice | per
# "Ago" dates something. It says how long it has lasted if it began then.
duration-ago = ago
duration-onsets = start | begin | came | notice
# What names a beginning: "since Monday", "started yesterday".
duration-since = since
duration-began = started | began
# A part of that day: "since Saturday night".
duration-dayparts = night | morning | afternoon | evening | lunchtime | teatime | am | pm
# Within the last week: "since last Monday".
duration-last = last
duration-weekdays =
    monday | tuesday | wednesday | thursday | friday | saturday | sunday | the weekend | mon | tue | tues | weds | wed | thu |
    thurs | fri | sat | sun | weekend
# What stands before the number of a day: "day 6 of the fever".
duration-day-number = day
# Other beginnings, and how many days ago they are.
duration-since-days =
    yesterday = 1 | yday = 1 | lunchtime = 0.4 | lunch = 0.4 | teatime = 0.4 | breakfast = 0.5 | dinner = 0.4 | tonight = 0.2 |
    this afternoon = 0.3 | this evening = 0.2 | yesterday teatime = 1 | yesterday morning = 1 | today = 0.5 | morning = 0.5 | this morning = 0.7 | last night = 0.7 |
    the day before yesterday = 2 | last week = 7 | last month = 30 | last year = 365 |
    the spring = 120 | spring = 120 | the summer = 90 | summer = 90 | the autumn = 60 |
    autumn = 60 | the winter = 120 | winter = 120 | christmas = 60 | easter = 90 | new year = 60 |
    half term = 40 | january = 60 | february = 60 | march = 60 | april = 60 | may = 60 |
    june = 60 | july = 60 | august = 60 | september = 60 | october = 60 | november = 60 |
    december = 60 | childhood = 3650

## Age and sex

# Units of an age, and what follows them: "8 weeks old".
who-days = d | day | days
who-weeks = w | wk | wks | week | weeks
who-months = m | mo | mos | month | months
who-years = y | yr | yrs | year | years
who-old = old | olds
# Years old, in short: "34yo".
who-years-old = yo | y o
# What comes before an age without a unit, and what may follow it: "I am 34 and ...".
who-age-before = aged | age | i am | he | she | he is | she is | hes | shes | who is | baby is | is only
who-age-behind = and | with | but | male | female
# A child of about two weeks.
who-newborn = newborn
# Men and women, in a statement about oneself or a child, or behind an age: "I am a woman", "baby
# girl", "34 year old man".
who-male = man | male | boy | guy | gentleman
who-female = woman | female | girl | lady
who-i-am = i am
who-child-before = baby | little | newborn
who-sex-behind = old | yo
# What only a woman says of herself: "I am pregnant".
who-mothers = pregnant | breastfeeding
# Children of the person who writes: "my 3 year old son", and what may stand in between apart from
# numbers and units.
who-my = my | our
# What a child is named by who is named by nothing but an age: "my 6 week old".
who-whose = my | our | her | his | a | the | an
# Whom a text speaks of. Pronouns, and what people do when they speak of themselves ("I have").
who-he = he | his | him | hes | himself
who-she = she | her | hers | shes | herself
who-i = i
who-i-verbs =
    am | have | feel | felt | get | got | keep | had | was | been | can | could | woke | wake | cough | vomited |
    ache | itch | threw | noticed | need | took | swallowed | fainted | collapsed | smoke | sleep | eat | drink
# Nouns for men and women, babies and children.
who-men =
    dad | father | husband | son | brother | boyfriend | uncle | grandad | granddad | grandpa | grandfather |
    hubby | boy | lad | man | bloke | grandson | nephew | guy | gentleman | stepdad | daddy | fella
who-women =
    mum | mom | mother | wife | daughter | sister | girlfriend | aunt | auntie | gran | nan | granny |
    grandma | grandmother | girl | lady | woman | granddaughter | niece | missus | mummy | mam | nana | gf
who-infants = baby | newborn | infant | bub | bubs | bubba | bairn | babe
who-children =
    son | daughter | toddler | child | kid | boy | girl | lad | grandson | granddaughter | niece | nephew |
    student | bairn | tot | kiddo | grandchild
# Who is only mentioned as born: "had our baby".
who-bore = had | having | delivered | born | birth
# Sex behind an age: "26F".
who-short-male = m | male
who-short-female = f | female

## What gauges show

# Words of a text about a pregnancy, words right beside its weeks, and what makes weeks something else.
gauge-pregnancy =
    pregnant | pregnancy | midwife | contractions | contraction | trimester | twins | antenatal |
    prenatal | miscarrying | miscarriage | waters | obstetrician | labour | kicks | kicking |
    braxton | maternity | expecting | gestation | scan | wriggling
gauge-pregnant = pregnant | gone | along | gestation | preggers | preggo | expecting | pg | preg
gauge-not-pregnancy = postpartum | post | after | since | later | old | ago | running | now
# What may follow weeks that stand alone: "31 weeks and bleeding".
gauge-alone = and | with | w | now | but
gauge-i-am = i am | i am only | am only | only | nearly | i am about
# What is counted in an overdose, and what makes its number a dose.
gauge-tablets =
    tablets | pills | paracetamol | tylenol | ibuprofen | aspirin | codeine | codamol | amitriptyline | propranolol |
    xanax | valium | diazepam | capsules | acetaminophen | panadol | tablet | caplets | zopiclone | sertraline | oxys |
    tramadol | citalopram | amlodipine | nurofen | advil | nytol | metformin | lithium | patches | gummies | melatonin
gauge-doses = mg | mcg | ml | g | percent | times | days | years | weeks | months | minutes | hours | am | pm
# What stands before an hour: "two at 8".
gauge-hour = at
# "164 over 108", and words that say what a number is of.
gauge-over = over
gauge-pressure = bp | pressure | systolic
gauge-sugar = sugar | sugars | glucose | bg | meter | bm | dl | mmol | libre | prick
gauge-ketones = ketones | ketone
gauge-pulse = pulse | bpm | hr | heartrate | beats | heart | heartbeat | beating
gauge-breaths = breaths | breathing | breathes | respirations | pants
gauge-oxygen = sats | oxygen | saturation | spo | oximeter | clip | o2

## What only sounds like an emergency

# Something made up or learned.
quiet-stories =
    my rabbit | the vet | power cut | display for | read about | support group | fire drill |
    tells stories | first aid course | hypothetically | tv show | on telly | on tv | exam question |
    screenplay | training course | fictional | episode of | training day | coursework |
    travel insurance | risk assessment | my dog ate | our dog ate | dog has eaten | my cat ate |
    pub quiz | school project | for a friend writing | video game | playing the part |
    (my/our) (dog/cat/puppy/kitten/rabbit/hamster/horse/pony/guinea pig/parrot/budgie/gerbil/spaniel/labrador) (is/was/keeps) (having/not/choking/being sick/limping/breathing/fitting/vomiting/bleeding/unconscious/shaking/gasping/collapsed/dying/panting) |
    (my/our) (dog/cat/puppy/kitten/rabbit/hamster/horse/pony/guinea pig/parrot/budgie/gerbil/spaniel/labrador) (ate/collapsed/swallowed/can not breathe/will not eat/will not wake/got hit/had a seizure/had a fit/not moving/not eating/not breathing/stopped) |
    (my/our) (dog/cat/puppy/kitten/rabbit/hamster/horse/pony/guinea pig/parrot/budgie/gerbil/spaniel/labrador) has (eaten/swallowed/collapsed/colic/been hit/had a fit/had a seizure/stopped) |
    (the/our/my) (dog/cat/puppy/kitten) (had/has had/is having/having) a (seizure/fit) |
    (rabbit/hamster/guinea pig/horse/budgie/parrot/gerbil/tortoise/hen/ferret/goat/ewe/lizard/pony) (gasping/is/has/will/not/collapsed/ate/swallowed/had/stopped/got/died) |
    help with animals | the dog collapsed on | the dog is fitting | the cat is fitting |
    the dog is having | the cat is having | goldfish died | goldfish is | hamster died |
    hamster has | a doll that | her doll | doll with | for an interview | job interview |
    warning labels | labels on | watched a film | watched a movie | watched a documentary |
    suicide squad | murder mystery | training video | game of thrones | (emergency/the/call a/call the/ring the) vet | vet number | vets | game character | game characters | song lyric | song lyrics | lyric | lyrics | heroine | opera | school play |
    (facebook/internet/urban/a) myth | urban legend | role play | halloween | pulp fiction | comic | watching (greys/house/er/casualty/holby) |
    watched a programme | watched a drama | watched a video | just watched | squeamish about |
    choking hazard | fire hazard | in a story | for a story | short story | writing a story |
    my story | a novel | my novel | novel i am | in a film | in the film | a film about |
    film where | in a movie | the movie | in a thriller | a character | my character |
    character in | out of curiosity | curiosity | for homework | my homework | homework on |
    homework is | an essay | my essay | essay on | a documentary | the documentary |
    documentary about | medical drama | tv drama | in a drama | the game | in a game | board game |
    computer game | quiz question | a quiz | the quiz | dissertation on | my dissertation |
    script for | a script | the script | a podcast | the podcast | in a book | a book | the book |
    plot of | the plot of | plot point | at rehearsal | in rehearsal | the pantomime |
    as a nursing student | as a medical student | nursing student revising |
    medical student revising | i am a nursing student | i am a medical student | for a poster |
    posters for | posters about | doll swallowed | daughters doll | dolly | dolls |
    watched casualty | watched holby | on casualty | crime novel | writing a crime |
    writing a book | paramedic interview | hospital game | a hospital game | goldfish gasping |
    goldfish |
    (my/our/the) (dog/cat/puppy/kitten/rabbit/horse/pony) (was/is/got/has been) (run over/knocked down/knocked over/hit by a car/hit by a van/attacked)
# A question in general, at the beginning of a sentence.
quiet-questions =
    what are | what is the | what is a | what does | what do | what causes | what foods |
    what card | what happens | how do | how does | how long | how much | how many | how common |
    how soon | how can | how often | does | do | can pregnant | can you | can i | can a | can it |
    can she have | can he have | can he go | can she go | is it safe | is it ok | is it normal |
    is it true | is it possible | is a | is there | is that | are there | are | when people |
    when can | when should | why do | why does | should i avoid | should people | which | will it |
    will he poo | is 36.1 | is heartburn | at what | where can | could you | would a | who |
    any tips | any advice | would it | will i | any | what if | how dangerous | can you die |
    is it bad | is it dangerous | are you allowed | am i allowed | can we | do i need | should my |
    what temperature | what age | how would | how likely | what is it like | can people |
    can children | can babies | do people | do babies | is stroke | is choking | when is | when do | what should you do |
    what do you do if |
    what to do if | what to do when | how can i tell when | how can you tell | how do you tell
# A question that goes on to speak of somebody is not asked in general.
quiet-personal =
    my | he | she | his | her | him | i | we | our | baby | wife | husband | mum | dad | son | daughter
# Over for long, or in somebody else's family.
quiet-past =
    (since/from/at) birth | born with | born without | all my life | my whole life | lifelong | when i was (little/small/young/five/six/seven/eight/nine/ten) |
    (lost/lose/losing) (my/her/his/their/our/a) (brother/sister/friend/mum/dad/son/daughter/mother/father/uncle/aunt/cousin/wife/husband/partner/colleague/nephew/niece) to |
    died by suicide | (bereaved/left behind) by suicide |
    years ago | year ago | last year | a decade ago | decades ago | when i was | as a kid |
    as a child | as a teenager | as a baby | when he was | when she was | in the past | used to |
    grew out of | in childhood | since childhood | in remission | last summer | last winter |
    last spring | last autumn | back when | at uni | once had | years back | growing up |
    suicidal at | seizure free | in march | in january | in february | in april | in june |
    in july | in august | in september | in october | in november | in december | ages ago |
    a while ago | a while back | months back | as a toddler | in my teens | in my twenties |
    in my thirties | in my forties | last christmas | last easter | in may | recovering from |
    since his stroke | since her stroke | since my stroke | after his stroke | after her stroke |
    after my stroke | after my heart attack | since my heart attack | after his heart attack |
    after her heart attack | rehab | survivor | when we were | had a stroke in |
    had a heart attack in | anniversary | died of | passed away |
    in the (sixties/seventies/eighties/nineties/noughties/60s/70s/80s/90s)
# The same, even beside words such as "since".
quiet-lifelong = (since/from) (birth/childhood) | born with | all my life | all his life | all her life
# Dated some time back: a complaint may go on, an emergency does not.
quiet-dated =
    months ago | last month | history of | back in the | way back | weeks ago | previous | ruled out
# What brings it back to the present.
quiet-now =
    now | today | tonight | this morning | just | this afternoon | this evening | again | suddenly | minutes ago | hour ago |
    hours ago | since | right now | currently | still
# What somebody only supposes, in the sentence that says so.
quiet-supposed =
    if i ever | if he ever | if she ever | if my baby ever | if it ever | if we ever | if anyone ever |
    if someone ever | if somebody ever | ever stops | ever stopped | ever happens | to be prepared |
    be prepared | just in case | what would happen if | what happens if | suppose i | suppose someone |
    supposing | imagine if | in theory | say someone | asking in general | can i take in a day |
    can i take a day | am i allowed | out of curiosity | just curious | purely out of interest |
    (what should i do/what do i do/what do you do/what should you do/what would you do) if (a/an/someone/somebody/anyone/people) |
    how (can/could/do/would) (i/you/we) (tell/know/recognise/spot) (when/if) (a/an/someone/somebody/anyone/people) |
    (convinced/thinks/sure/reckons) i will (have/get)
# Figures of speech.
quiet-jests =
    (has/have/had/having) a fit (every time/whenever/if/when/about/over) | poisoned chalice | (stabbed/stab) in the (back/dark) |
    (choke/choked/choking) on (his/her/my) words |
    (paralysed/paralyzed/frozen/crippled) (with/by) (indecision/fear/nerves/embarrassment/doubt/choice/guilt) | (work/job/school/marriage/life/town/office/relationship/family/routine) is suffocating me |
    (gave/give/gives/giving) (me/him/her/us) (a/) (heart attack/cardiac arrest/coronary/stroke/aneurysm) |
    (cause/reason) of my (cardiac arrest/heart attack/stroke/death) | (be/been/being) the death of (me/us) | murdering me in |
    took my breath away | took his breath away | (killed/killing/kills) me with (laughter/kindness) |
    overdosed on chocolate | overdosed on cake | overdosed on telly | overdosed on sugar |
    od on chocolate | with fear | poison myself ha | broke my heart | heart skipped a beat |
    in these jeans | laughed so hard | laughing so hard | breathe in these | lol | haha | hahaha |
    lmao | jk | just joking | only joking | figuratively | so to speak | as they say |
    literally dying of | killing for | would kill for | dying of embarrassment | dying for a |
    murder on | dying to know | to die for | stage fright | kidding | gave me a heart attack |
    nearly gave me | nearly had a heart attack | almost had a heart attack |
    heart attack when i saw | dying of boredom | bored to death | scared to death |
    starving to death | want to kill my boss | drop dead gorgeous | dead tired | choked up |
    threw a fit | have a fit if | would have a fit | bleeding the radiators | stroke of luck |
    stroke of genius | stroking | killing it | had kittens | died laughing | dying laughing |
    dead on my feet | heart was in my mouth | heart in my mouth | heart sank | heart melted |
    panic over | work is choking me | job is choking me | choking on my words | choked on my words |
    drowning in paperwork | drowning in work | drowning in emails | drowning in debt |
    drowning in washing | laughing so much | laughed so much | the death of me |
    giving me a heart attack | gives me a heart attack | giving me a stroke | gave me a stroke |
    overdosed on sweets | overdosed on pizza | overdosed on crisps | overdosed on ice cream |
    overdosed on carbs | overdosed on cheese | overdosed on coffee | overdosed on sun |
    overdosed on christmas | overdosed on netflix | choked with emotion | choking back tears |
    dying for a wee | dying for a pee | die of shame | died of shame | bleeding cold |
    bleeding freezing |
    drowning in (laundry/admin/homework/bills/meetings/ironing/nappies/email/email/messages/stuff) |
    (paralysed/paralyzed/frozen/crippled) (with/by) (shyness/shame/anxiety/panic)
# Settled or harmless.
quiet-settled =
    (fit/fits/seizure/seizures) free | it came up and |
    healed | fully recovered | recovered | all clear | ruled out | given the all clear |
    it has passed | it passed | its passed | came back clear | came back normal | scan was clear |
    scan clear | sorted | back to normal | controlled for | well controlled | discharged |
    got over it | got a lot of help | good place | happy now | stone is gone | all fine now |
    feeling better | feels better | much better | getting better | wore off | wear off | wears off |
    goes away as soon as | hurt at all | back to playing | stopped now | has stopped | it stopped |
    is stopped | no other problems | otherwise well | otherwise very well | no symptoms |
    is fine now | are fine now | completely fine | absolutely fine | perfectly fine |
    playing happily | running around | bouncing around | smiling and | feeding well | eating well |
    ate a massive | ate breakfast | eating lunch | smiley | always has been | always done it |
    asymptomatic | everything is fine | everything fine | looks clean | as usual | no pain no |
    seen at hospital | doctor said it is fine | no longer | gone now | all better |
    not on blood thinners | never happened again | never had another | in remission | nothing dark |
    been checked | all normal | came back fine | no problems since | never came back | has cleared |
    better now | okay now | ok now | all good now | told it was nothing | under control |
    as normal | recovering well | healing well | healing nicely | healed up | stitches out |
    was nothing | turned out to be nothing | false alarm | was given the all clear | nothing wrong |
    back to his usual | back to her usual | right as rain | good as new | no harm done |
    none the worse | it has gone | pain has gone | has gone away | has all gone | rash has gone |
    has gone now | swelling has gone | numbness has gone
# Slight.
quiet-mild =
    (when/while) (doing/having/straining for) a (poo/pooh/stool/number two) | when pooing | giggling | giggles |
    slightly | slight | mild | tiny | minor | little bit | a touch of | superficial | paper cut |
    shaving | stubbed | tickle | graze | grazed | not bad | nothing major | only a small |
    just a small | just a scratch | tiniest | a wee bit | barely noticeable | hardly noticeable |
    pinprick of blood | speck of blood
