# What only the terminal says.

terminal-welcome = Etio finds the causes behind what you observe.
terminal-privacy = Nothing you type is stored. `{ $help }` lists what you can type, `{ $quit }` leaves.
terminal-answers = yes / no / don't know
terminal-age = How old is the person it is about?
terminal-age-hint = In years, or as in `6 weeks`; Enter to skip.
terminal-sex = Female or male?
terminal-sex-hint = Enter to skip.
# Words for the sexes, separated by "|".
terminal-female = female | f | woman | girl
terminal-male = male | m | man | boy
terminal-taken-back = Taken back.
terminal-nothing-to-take-back = There is nothing to take back.
terminal-first = Tell me first what is bothering you.
terminal-no-place = The list has no such number.
terminal-next = Say more, `{ $more }` to be asked more, `{ $back }` to change an answer, `{ $why } 1` for the reasons, or `{ $quit }`.
terminal-farewell = Take care. If you are worried, see a doctor.
terminal-help = Answer yes, no or don't know, say anything else in your own words, or type:
# What can be typed, separated by "|"; the first word is the one that is shown.
command-back = back | undo | b
command-back-help = take back the last answer
command-why = why | why?
command-why-help = why this question is asked
command-why-place-help = evidence for and against the second cause on the list
command-answers = answers | list
command-answers-help = what was understood so far
command-result = result | done | stop
command-result-help = the possible causes now
command-more = more | ask me more | go on
command-more-help = more questions
command-summary = summary
command-summary-help = a summary to show to a doctor
command-help = help | ?
command-quit = quit | exit | bye | q
command-quit-help = leave; nothing is stored
