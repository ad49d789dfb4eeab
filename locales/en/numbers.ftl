# How numbers are shown. Every screen shows them through these messages.

# The mark before decimals, as in 4.2.
decimal-mark = .

share = { $number }%
# Never certain, never impossible.
share-above = > { $number }%
share-below = < { $number }%

age-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
age-weeks = { $n ->
    [one] { $n } week
   *[other] { $n } weeks
}
age-months = { $n ->
    [one] { $n } month
   *[other] { $n } months
}
age-years = { $n ->
    [one] { $n } year
   *[other] { $n } years
}

# Several names in a sentence: "influenza, strep throat or COVID-19".
list-comma = { $first }, { $next }
list-or = { $first } or { $last }
# A name inside a sentence. LOWER leaves abbreviations such as COVID-19 as they are.
name-inside = { LOWER($name) }
# Names of people and places that diseases are called after, separated by "|": "Bell's palsy" stays as it is.
proper-names = Achilles | Baker | Bartholin | Behçet | Bell | Chagas | Chikungunya | Crohn | Dupuytren | Ebola | Fournier | Gilbert | Guillain | Hirschsprung | Huntington | Kawasaki | Legionnaires | Lyme | Ménière | Morton | Osgood | Parkinson | Perthes | Peyronie | Raynaud | Sjögren | Stevens
quoted = “{ $text }”
