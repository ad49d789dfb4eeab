# Words that answer a question, separated by "|". Contractions are spelled out: "don't" is "do not".

reply-yes = yes i do | yes i am | yes i have | yes | yeah | yep | yup | y | indeed | correct | i do | i think so
reply-no = no i do not | no i am not | no i have not | no not really | no | nope | nah | n | never | not really | not at all | i do not | i do not think so | do not think so
reply-unknown = i do not know | do not know | i am not sure | not sure | not certain | unsure | no idea | i have no idea | can not tell | can not say | dunno | idk | maybe | perhaps | d
# What may follow an answer without a comma: "no but my head hurts".
reply-links = but | and | just | only | although | though | it | my
