// Every word the page says, in one place: another language is another file like this one.

/** @typedef {"present"|"absent"|"unknown"} Choice */

export const texts = {
  language: "en",
  tagline: "finds the causes behind what you observe",
  skip: "Skip to the conversation",
  summary: "Summary",
  delete: "Delete conversation",
  cautionShort: "A demonstration, not a doctor.",
  caution: "It shows possible causes, not a diagnosis. Worried? See a doctor. Emergency? Call 112, 911 or your local number now.",
  privacyTitle: "What happens to what I type?",
  privacy:
    "Your words and answers go to the computer that serves this page, are worked out there, and are not stored or logged. This tab remembers the conversation so that a reload does not lose it; closing the tab or “Delete conversation” forgets it. Nothing is sent anywhere else, and nothing here tracks you.",
  conversation: "Conversation",
  sayLabel: "Tell me what bothers you, in your own words",
  sayMore: "Anything to add? Or answer in your own words",
  send: "Send",
  /** @param {number} n */
  known: (n) => `What I know so far (${n})`,
  results: "Possible causes",
  noResults: "They appear here as soon as you have told me something.",
  footer: "Every number is an estimate from general medical knowledge, made for demonstration. Etio is not a medical device.",
  docs: "For developers: the API",
  emergency: "This may be an emergency",
  understood: "I understand",
  hello: "Hello! What is bothering you?",
  helloHint: "Say it as you would to a friend: what hurts, since when, and what you do not have. You can speak for yourself or for your child.",
  examplesLabel: "Examples to try",
  examples: ["Fever of 39.5 for 8 days and my throat hurts, no cough", "Red itchy eyes and sneezing", "My 8 week old daughter has a fever"],

  heard: "I understood:",
  /** @param {string} name */
  no: (name) => `no ${lower(name)}`,
  /** @param {string} parts */
  missed: (parts) => `I could not make sense of ${parts}. Try other words, or just go on.`,
  nothing: "I did not recognize anything in that. Try naming a symptom, such as “headache” or “my stomach hurts”.",

  aboutTitle: "First, who is it about?",
  aboutHint: "Age and sex change what is likely, and for babies what is urgent. You may skip this.",
  aboutName: "About",
  age: "Age",
  ageHint: "such as 34, or 6 weeks",
  sex: "Sex",
  sexes: { "": "Rather not say", female: "Female", male: "Male" },
  goOn: "Continue",
  skipAbout: "Skip",
  ageProblem: "Please give an age in years between 0 and 130, or in months, weeks or days. Or leave it empty.",
  /** @param {number} age @param {string} sex */
  person: (age, sex) => [Number.isNaN(age) ? "" : ageInWords(age), sex].filter(Boolean).join(", ") || "age and sex not given",

  choices: { present: "Yes", absent: "No", unknown: "Don't know" },
  keys: "Keys: Y, N, D; B goes back",
  back: "Back",
  finish: "Show me the result",
  why: "Why this question?",
  /** @param {string[]} names */
  whyText: (names) =>
    names.length === 0
      ? "Its answer is expected to sharpen the picture most."
      : `A yes would speak for ${list(names.map(lower))}; a no would speak against.`,
  /** @param {number} n */
  groupHint: (n) => `${n} related questions at once; answer those you can.`,
  askMore: "Ask me more",
  done: {
    decided: "Thank you. Further answers would hardly change the result.",
    question_limit: "Thank you, that is enough.",
    nothing_to_ask: "Thank you, I have nothing more to ask.",
    person: "Here is the result so far. You can go on at any time.",
  },
  seeSummary: "See the summary",

  /** @param {string} name */
  edit: (name) => `Change the answer: ${name}`,
  editShort: "Change",
  cancel: "Cancel",
  /** @param {string} name @param {Choice} choice */
  flip: (name, choice) => `${name}: ${texts.states[choice]}. Switch between yes and no`,
  /** @param {string} name */
  remove: (name) => `Remove ${name}`,
  states: { present: "yes", absent: "no", unknown: "not known" },

  triage: {
    self_care: "Usually gets better by itself",
    see_doctor: "Worth a visit to a doctor",
    within_a_day: "To be seen today or tomorrow",
    emergency: "Needs help now",
  },
  advice: {
    /** @param {string} names */
    self_care: (names) => `Most likely nothing serious: ${names}. If it gets worse, lasts longer than expected or worries you, see a doctor.`,
    /** @param {string} names */
    see_doctor: (names) => `Worth a visit to a doctor: it may be ${names}.`,
    /** @param {string} names */
    within_a_day: (names) => `Better see a doctor today or tomorrow: it may be ${names}.`,
    /** @param {string} names */
    emergency: (names) => `Please get medical help now: it may be ${names}, which should not wait.`,
  },
  /** @param {number|undefined} bound @param {boolean} [certified] */
  exact: (bound, certified = true) =>
    bound && bound > 5e-4 ? `to within ${certified ? "" : "an estimated "}${(100 * bound).toFixed(1)} percentage points` : "exactly",
  estimate: "as an estimate (an exact answer would take too long)",
  uninformed: "There was not enough time to work out what your answers mean, so no causes are shown. If you are worried, see a doctor.",
  /** @param {string} how @param {string} method @param {string} ms @param {string} network @param {string} version */
  basis: (how, method, ms, network, version) =>
    `Computed ${how} by the method “${method}” in ${ms} ms; network ${network}, version ${version}.`,
  /** @param {string} low @param {string} high */
  interval: (low, high) => `between ${low} and ${high}`,
  estimated: "estimated",
  supports: "Speaks for it",
  contradicts: "Speaks against it",
  neither: "Nothing you told me speaks strongly for or against it.",
  strengths: ["slightly", "clearly", "strongly"],
  /** @param {string} source */
  source: (source) => `Where the number comes from: ${source}`,
  /** @param {string} names */
  rivals: (names) => `The same complaints could also come from ${names}.`,
  whatIf: "What if it were rarer or more common than assumed?",
  /** @param {number} factor */
  times: (factor) =>
    factor > 0.95 && factor < 1.05 ? "as common as assumed"
      : factor > 1 ? `${round(factor)} times more common` : `${round(1 / factor)} times rarer`,
  rarer: "10 times rarer",
  moreCommon: "10 times more common",
  holds: "The ranking holds.",
  /** @param {number} before @param {number} after */
  moves: (before, after) => `The ranking changes: it moves from place ${before} to ${after}.`,
  /** @param {string} name */
  changes: (name) => `${name} would then come first.`,
  othersMove: "The first place stays; lower places change.",

  summaryTitle: "Summary of the conversation",
  print: "Print",
  close: "Close",
  summaryCaution: "Made by Etio, a demonstration. Possible causes, not a diagnosis. It does not replace a doctor; showing it to one is a good idea.",
  inYourWords: "In your words",
  yes: "Yes",
  noList: "No",
  unknownList: "Not known",
  tableHead: ["Possible cause", "Probability", "Advice"],

  gone: "I cannot reach the server. Your answers are kept in this tab, and I go on as soon as it is back.",
  again: "Try again now",
  deleted: "The conversation is deleted.",
  unknownError: "Something went wrong.",
  /** @param {string} detail */
  refused: (detail) => `The server could not answer: ${detail}`,
};

/** A name inside a sentence: lower case, but for abbreviations such as COVID-19. @param {string} name */
export function lower(name) {
  const [first, second] = name;
  const isPlain = first !== undefined && second !== undefined && second === second.toLowerCase() && /\p{L}/u.test(second);
  return isPlain ? first.toLowerCase() + name.slice(1) : name;
}

/** @param {string[]} names */
export function list(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** @param {number} factor */
function round(factor) {
  return factor < 9.5 ? factor.toFixed(1).replace(/\.0$/, "") : Math.round(factor).toString();
}

/** @param {number} years */
function ageInWords(years) {
  const days = years * 365.25;
  /** @param {number} n @param {string} unit */
  const count = (n, unit) => `${n} ${unit}${n === 1 ? "" : "s"}`;
  if (days < 14) return count(Math.round(days), "day");
  if (days < 84) return count(Math.round(days / 7), "week");
  if (years < 2) return count(Math.round(years * 12), "month");
  return count(Math.floor(years), "year");
}

/** @param {number} p */
export function percent(p) {
  if (p >= 0.995) return "> 99%";
  if (p < 0.001) return "< 0.1%";
  return p < 0.1 ? `${(100 * p).toFixed(1)}%` : `${Math.round(100 * p)}%`;
}
