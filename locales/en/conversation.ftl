# What a conversation says, on every screen.

caution-short = A demonstration, not a doctor.
caution = It shows possible causes, not a diagnosis. Worried? See a doctor. Emergency? Call 112, 911 or your local number now.

hello = Hello! What is bothering you?
hello-hint = Say it as you would to a friend: what hurts, for how long, and which symptoms you don't have. You can speak for yourself or for somebody else.
say-first = Tell me what bothers you, in your own words
say-more = Anything to add? Or answer in your own words
examples-label = Examples to try
# Sentences that the network understands, separated by "|".
examples = Fever of 39.5 for 8 days and my throat hurts, no cough | Red itchy eyes and sneezing | My 8 week old daughter has a fever

# What was made of the words.
heard = I understood:
heard-sentence = I understood: { $findings }.
heard-nothing = I did not recognize anything in that. Try naming a symptom, such as “headache” or “my stomach hurts”.
heard-nothing-asked = I did not recognize anything in that. Answer yes, no or don't know, or name a symptom, such as “headache” or “my stomach hurts”.
heard-corrected = You have since corrected what you said here.
heard-several = I asked several questions. Please answer each of them, or say it in a sentence.
heard-person = About: { $person }.
missed = I could not make sense of { $parts }. Try other words, or just continue.
denied = no { $name }
# The same at the beginning of a line.
denied-first = No { $name }
not-known = not known: { $name }

# Whom it is about.
about-title = First, who is it about?
about-hint = Age and sex change what is likely, and for babies what is urgent. You may skip this.
about-name = About
age = Age
age-hint = such as 34, or 6 weeks
age-problem = Enter an age from 0 to 130 years, or in months, weeks or days. Or leave it empty.
sex = Sex
sex-unknown = Rather not say
sex-female = Female
sex-male = Male
female = female
male = male
person-unknown = age and sex not given
person-both = { $age }, { $sex }
continue = Continue
skip-about = Skip

# Questions and answers.
yes = Yes
no = No
unknown = Don't know
# One key each on a keyboard.
key-yes = y
key-no = n
key-unknown = d
key-back = b
state-present = yes
state-absent = no
state-unknown = not known
question-of = { $name }?
question-group = { $n } related questions at once; answer those you can.
why = Why this question?
why-plain = This answer should narrow it down most.
why-causes = A yes makes { $causes } more likely; a no, less.
back = Back
finish = Show me the result
ask-more = Ask me more
end-decided = Thank you. Further answers would hardly change the result.
end-question-limit = Thank you, that is enough.
end-nothing-to-ask = Thank you, I have nothing more to ask.
end-failed = I cannot continue from here. Take back the last answer, or say more.
end-person = Here is the result so far. You can continue at any time.

# What is known, and how to change it.
known = What I know so far ({ $n })
change = Change
change-answer = Change the answer: { $name }
cancel = Cancel
flip = { $name }: { $state }. Switch between yes and no
remove = Remove { $name }
from-said = You said { $words }
from-answered = Your answer to “{ $question }”
from-told = Given directly
from-corrected = Corrected by you

# What was not taken as said.
note-later-present = Since you have { $name }, I no longer count: { $dropped }.
note-later-absent = Since you don't have { $name }, I no longer count: { $dropped }.
note-inside = You said both { $kept } and { $dropped }; I count { $kept }.

# Emergencies.
emergency = This may be an emergency
call = Call { $number }
# Emergency numbers, separated by "|".
emergency-numbers = 112 | 911 | 999
# Advice by telephone for what should not wait until tomorrow. Whatever is not a digit is shown only.
doctor-numbers = 111 (UK) | 811 (Canada) | 116 117 (Germany, Austria) | 1800 022 222 (Australia)
# For somebody who may want to die: said gently, with numbers to talk to somebody.
crisis = You do not have to go through this alone
crisis-numbers = 988 | 116 123 | 112

# Causes.
causes-title = Possible causes
causes-none = They appear here as soon as you have told me something.
causes-so-far = So far: { $causes }.
cause-likelihood = { $name } ({ $likelihood })
likelihood-likely = likely
likelihood-possible = possible
likelihood-unlikely = unlikely
likelihood-share = { $likelihood } ({ $share })
uninformed = There was not enough time to work out what your answers mean, so no causes are shown. If you are worried, see a doctor.
uncomputed = I cannot work out what these answers mean together, so no causes are shown. If you are worried, see a doctor.
urgency-self-care = Usually gets better by itself
urgency-see-doctor = Worth a visit to a doctor
urgency-within-a-day = See a doctor today or tomorrow
urgency-emergency = Needs help now
advice-self-care = This usually gets better by itself; it looks most like { $causes }.
advice-see-doctor = Worth a visit to a doctor, to check for { $causes }.
advice-within-a-day = See a doctor today or tomorrow, to check for { $causes }.
advice-emergency = Please get medical help now, to check for { $causes }: that should not wait.
# If no cause stands out.
advice-unclear = No cause stands out clearly enough to rely on.
advice-unclear-within-a-day = See a doctor today or tomorrow. Something that should not wait is possible, although nothing of that kind stands out.
advice-unclear-emergency = Please get medical help now. Something serious is possible, although nothing of that kind stands out.
# What to do next, for each of them.
next-self-care = Rest and look after yourself. See a doctor if it gets worse, lasts longer than you expect or worries you.
next-see-doctor = Make an appointment in the next few days and take the summary with you. If it gets worse, go sooner.
next-unclear = See a doctor if it has not got better within a few days, and take the summary with you. If it gets worse, if anything new comes up or if you are worried, go sooner.
next-within-a-day = Ring your doctor or an out-of-hours service today, and take the summary with you. If it gets worse, do not wait.
next-emergency = Call an ambulance (112, 911 or your local number) or go to the nearest emergency department. Do not drive yourself.
# Answers that would change the result.
changes-title = What would change this
change-yes = A yes to “{ $question }”: { $effect }.
change-no = A no to “{ $question }”: { $effect }.
effect-first = { $cause } would come first
effect-both = { $advice }, and { $first }
effect-self-care = it would more likely get better by itself
effect-see-doctor = the advice would be to see a doctor in the next few days
effect-within-a-day = the advice would be to see a doctor today or tomorrow
effect-emergency = the advice would be to get help now
computed-exactly = Computed exactly by the method “{ $method }”.
computed-within = Computed by the method “{ $method }” to within { $points } percentage points.
computed-about = Computed by the method “{ $method }” to within an estimated { $points } percentage points.
computed-bounds = Computed by the method “{ $method }”: each probability is proven to lie in an interval, shown if it is wide enough to see. An exact answer would take too long.
computed-estimate = Estimated by the method “{ $method }”; an exact answer would take too long.
model = Network { $network }, version { $version }.
interval = between { $low } and { $high }
estimated = estimated
undecided = its place in this list is not settled

# What explains what, as a picture.
picture-title = What explains what
picture-text = On the left what you told me, on the right the leading causes. The wider a line, the more of it the cause explains.

# One cause in detail.
detail-share = { $likelihood }: about { $share } by this network's estimates
detail-for = Evidence for
detail-against = Evidence against
detail-left-out = There was not enough time to work out whether { $count } of your answers are evidence for or against it.
detail-neither = Nothing you told me is strong evidence for or against it.
strength-slight = slight
strength-clear = clear
strength-strong = strong
reason = { $finding } ({ $strength })
source = Where the number comes from: { $source }
rivals = The same symptoms could also be caused by { $causes }.
codes = { $codes }
what-if = What if it were rarer or more common than assumed?
what-if-rarer = 10 times rarer
what-if-more = 10 times more common
times-same = as common as assumed
times-more = { $times } times more common
times-rarer = { $times } times rarer
what-if-result = { $times }: { $share }. { $effect }
ranking-holds = The ranking holds.
ranking-moves = The ranking changes: it moves from place { $from } to { $to }.
ranking-first = { $name } would then come first.
ranking-others = The first place stays; lower places change.

# The summary.
summary-title = Summary of the conversation
summary-caution = Made by Etio, a demonstration. Possible causes, not a diagnosis. It does not replace a doctor; showing it to one is a good idea.
summary-words = In your words
summary-present = Yes
summary-absent = No
summary-unknown = Not known
summary-cause = Possible cause
summary-share = Likelihood
summary-urgency = Advice

# Questions about somebody else; see docs/bot.md. Words for "you", "your" and "yourself".
address-you = you
address-your = your
address-yourself = yourself
# Verbs before their subject, or irregular, each with its form for one other person.
address-irregular = do does | have has | are is | were was | go goes
# Verbs that never change.
address-unchanging = can | cannot | could | did | had | may | might | must | should | used | will | would | was | is | has | measured | felt | noticed | thought | took | drank | ate | fell | lost | got | came | wore | knew
# Words after which "you" is the subject of a clause.
address-opening = when | time | which | that | if | although | because | once | what | where | while | after | before | things | as | than | since | until | how | whether | and | or
# Words that join verbs.
address-joining = or
address-he = he | him | his | himself
address-she = she | her | her | herself
address-they = they | them | their | themselves
address-infant = the baby
address-relative = your { $noun }
address-other = the { $noun }
# Those who are somebody's.
address-kin = son | daughter | child | kid | boy | girl | toddler | husband | wife | partner | boyfriend | girlfriend | mother | father | mum | mom | dad | mam | mummy | daddy | brother | sister | grandmother | grandfather | grandma | grandad | grandpa | nan | gran | nana | grandson | granddaughter | nephew | niece | uncle | aunt | auntie | cousin | friend | neighbour | neighbor | flatmate | roommate | colleague | fiancé | fiancee | fiance | twin | stepson | stepdaughter | mate
