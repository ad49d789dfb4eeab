//! Classes of sentences that the starter network must read in one way, each by several of its kind.

use std::path::Path;
use std::sync::LazyLock;

use etio::Network;
use etio_bot::{Choice, Guide, Interpretation, Sex, Who};

static GUIDE: LazyLock<Guide> = LazyLock::new(|| {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/starter"));
    Guide::of(&Network::open(folder).unwrap()).unwrap()
});

fn read(text: &str) -> Interpretation {
    GUIDE.understanding().read(text)
}

/// The ids of what a text says is present, or absent.
fn ids(text: &str, choice: Choice) -> Vec<&'static str> {
    let stated = read(text).mentions.into_iter().filter(|m| m.choice == choice);
    stated.map(|m| GUIDE.network().finding_id(m.finding)).collect()
}

#[track_caller]
fn says(text: &str, finding: &str) {
    let present = ids(text, Choice::Present);
    assert!(present.contains(&finding), "{finding} in: {text}; read {present:?}");
}

#[track_caller]
fn says_nothing_of(text: &str, finding: &str) {
    for choice in [Choice::Present, Choice::Absent] {
        assert!(!ids(text, choice).contains(&finding), "{finding} in: {text}");
    }
}

#[test]
fn what_others_had_does_not_hide_what_one_has() {
    says("my mother died of a heart attack, I've got chest pain and I'm sweating", "chest_pain");
    says("My dad had a heart attack at 50 and I have pressure in my chest now", "chest_pressure");
    says("my sister had measles as a child, I have a rash", "rash");
    says("my gran passed away last year and I have a headache", "headache");
}

#[test]
fn what_others_say_of_one_is_about_oneself() {
    says("my wife says I stop breathing in my sleep", "breathing_pauses_sleep");
    says("my husband says I snore", "snoring");
    says("my partner noticed my eyes are yellow", "jaundice");
    says("a mole on my back that my partner says has grown", "mole_changing");
}

#[test]
fn worse_than_ever_is_there() {
    says("I've never had chest pain this bad", "chest_pain");
    says("never had a headache like this before in my life", "headache");
    says("I've never been so short of breath", "shortness_of_breath");
    says("without the tablets I get chest pain", "chest_pain");
    assert!(ids("I've never had chest pain", Choice::Absent).contains(&"chest_pain"));
    assert!(ids("a cough without fever", Choice::Absent).contains(&"fever"));
}

#[test]
fn nothing_is_dropped_in_silence() {
    for text in [
        "electric shock from the toaster, hand is burnt and heart is skipping",
        "took 20 of my gran's heart pills",
        "hasn't been to the toilet for a number 2 in 5 days",
        "a mole on my back that my partner says has grown and it's got a ragged edge with two colours",
        "spilled boiling oil on my arm",
    ] {
        let read = read(text);
        let is_heard = !read.mentions.is_empty() || !read.emergencies.is_empty();
        assert!(is_heard || !read.not_understood.is_empty(), "{text}");
    }
}

#[test]
fn an_age_makes_a_child_the_patient() {
    let infant = read("my 6 week old has a fever of 38.6");
    assert_eq!(infant.subject.who, Who::Infant);
    says_nothing_of("my 6 week old has a fever of 38.6", "fever_over_week");
    assert_eq!(read("our 4 year old keeps being sick").subject.who, Who::Child);
    let own = read("My son brought a bug home from school and now I'm vomiting");
    assert_eq!((own.subject.who, own.person.sex), (Who::Oneself, None));
    assert_eq!(read("my 3 year old daughter has a cough").person.sex, Some(Sex::Female));
}

#[test]
fn a_weekday_is_some_days_ago_and_a_duration_rules_others_out() {
    says("fever since Tuesday", "fever_3_7_days");
    says("a cough since Monday", "cough_under_3_weeks");
    let ruled_out = |text: &str| -> Vec<&str> {
        read(text).ruled_out.into_iter().map(|f| GUIDE.network().finding_id(f)).collect()
    };
    assert_eq!(ruled_out("diarrhoea for two days"), ["diarrhea_over_2_weeks"]);
    assert_eq!(ruled_out("my back has hurt for three days"), ["back_pain_over_6_weeks"]);
    assert!(ruled_out("diarrhoea for a month").is_empty());
}

#[test]
fn words_that_look_alike_are_not_the_same() {
    says_nothing_of("My son brought a bug home and now I'm vomiting", "paranoid_ideas");
    says_nothing_of("it has gone dark outside and my head hurts", "vision_loss_sudden");
    says_nothing_of("burnt by boiling water", "skin_lump_pus");
    says_nothing_of("I've had it for three months and it hurts", "period_painful");
    says_nothing_of("monthly migraine", "period_painful");
    says("monthly migraine", "headache");
    says_nothing_of("a spot of blood on the tissue", "rash");
    says_nothing_of("yellow discharge from my eye", "vaginal_discharge");
    says("yellow discharge from my eye", "eye_discharge");
    says_nothing_of("burning when I pee and hardly anything comes out", "urine_retention");
    says_nothing_of("it always passes after a couple of hours", "symptoms_gone_within_day");
    says("dysuria, urinary frequency", "burning_urination");
    says("dysuria, urinary frequency", "frequent_urination");
    says_nothing_of("my knee is puffy", "ankle_swelling_injury");
    says_nothing_of("the bleeding had nearly stoped", "height_loss");
}

#[test]
fn a_figure_of_speech_does_not_make_a_story_up() {
    says("he lies there like a rag doll and has been sick three times", "vomiting");
    says("throbbing tooth, my face is swollen like a hamster", "toothache");
    says("three weeks of headache and I am losing the plot", "headache");
}

#[track_caller]
fn denies(text: &str, finding: &str) {
    let absent = ids(text, Choice::Absent);
    assert!(absent.contains(&finding), "{finding} denied in: {text}; read as absent {absent:?}");
}

#[test]
fn a_denial_inside_a_phrase_denies_what_goes_beyond_it() {
    denies("there is no blood in my urine", "blood_urine");
    says_nothing_of("there is no blood in my urine", "urine_little");
    denies("no pain when I pee", "burning_urination");
    denies("Patient denies chest pain, shortness of breath and palpitations", "palpitations");
    says_nothing_of("No bleeding, doesn't hurt to pee", "blood_urine_painless");
    denies("thyroid non-tender", "neck_front_tender");
    says("can't stop vomiting", "vomiting");
    says("vomiting non-stop since noon", "vomiting");
}

#[test]
fn what_is_only_likened_dated_or_supposed_is_not_there() {
    says_nothing_of("the skin has gone thin like cigarette paper", "smoker");
    says_nothing_of("my knee hurts, I had a knock on it in 1974", "injury_recent");
    says_nothing_of("I fell asleep in my contact lenses", "injury_recent");
    says_nothing_of("do I need antibiotics?", "antibiotics_recent");
    says_nothing_of("this morning a banging headache", "headache_morning");
    says_nothing_of("covid test negative", "pregnant");
    says("a jab in my groin when I stand up, lasts a few seconds then it's gone", "hip_pain");
}

#[test]
fn the_past_of_one_part_does_not_quiet_the_others() {
    let alarms = |text: &str| !read(text).emergencies.is_empty();
    assert!(alarms("Green vomit, tummy swollen, 3 year old who had bowel surgery as a baby"));
    assert!(alarms("my foot has turned white and I cannot feel it"));
    assert!(!alarms("my husband's face dropped on one side last year, it was Bell's palsy"));
    assert!(!alarms("what should I do if my baby ever stops breathing? Want to be prepared"));
}

/// The ids of the emergencies in a text.
fn emergencies(text: &str) -> Vec<String> {
    read(text).emergencies.into_iter().map(|e| e.id).collect()
}

#[test]
fn a_wish_to_die_comes_first_unless_something_happened_to_the_body() {
    for text in ["want to go to sleep and never wake up again", "I just want to sleep and not wake up"] {
        assert_eq!(emergencies(text), ["suicide"], "{text}");
    }
    let taken = emergencies("I took all my pills, I want to go to sleep and never wake up again");
    assert_eq!(taken, ["overdose", "suicide"]);
    assert_eq!(emergencies("he won't wake up"), ["unconscious"]);
    let both = emergencies("she said she wants to die and now I can't wake her");
    assert_eq!(both, ["unconscious", "suicide"], "who cannot be woken is unconscious, whatever they said");
}

#[test]
fn an_itch_needs_no_place() {
    for text in
        ["itching", "I have itching", "my arms are itchy", "my eyes are yellow and I'm itching like mad"]
    {
        says(text, "itching_general");
    }
    says_nothing_of("my eyes are yellow and I'm itching like mad", "eye_itch");
    says_nothing_of("I have an itchy rash on my arm", "itching_general");
    says_nothing_of("a rash but no itching", "itching_general");
    says("my left eye is red. It itches", "eye_itch");
}

#[test]
fn a_side_hides_no_part_of_the_body() {
    says("my dad can't move his left arm", "weakness_one_side");
    says("he can't move his right leg", "weakness_one_side");
    says_nothing_of("he can't move his left leg", "legs_weak_both");
    says("pain in my left calf", "calf_pain");
    says("one side of my face won't move", "face_droop");
    says_nothing_of("she can't lift her arm", "muscle_weak_thighs");
}

#[test]
fn a_denial_and_what_is_fine_end_where_they_should() {
    says("Apart from a bit of a runny nose I feel fine", "runny_nose");
    says("not wetting his nappies, sunken eyes", "dehydration_signs");
    says("She isn't drinking, dry mouth and a fever", "fever");
    says("can't take a step without chest pain", "chest_pain");
    denies("no fever, cough or chills", "cough");
    denies("cough, sleep is fine", "sleep_difficulty");
    says("sure I can't get my breath, and ten minutes later it's gone", "shortness_of_breath");
}

#[test]
fn new_emergencies_are_seen_and_calm_texts_stay_calm() {
    let raises = |text: &str, id: &str| {
        let found = emergencies(text);
        assert!(found.iter().any(|e| e == id), "{id} in: {text}; found {found:?}");
    };
    raises("I'm 7 weeks late with one-sided pain and pain in the tip of my shoulder", "obstetric");
    raises("period 2 weeks late, sharp pain low on the left and I feel faint", "obstetric");
    raises("pregnant 8 weeks with bleeding", "obstetric");
    raises("mum is 81 and has been confused since yesterday", "confusion");
    raises("my calf is hot and swollen since my flight from Sydney", "clot");
    raises("hot swollen calf after a long flight", "clot");
    raises("my 3 year old has a barking cough and stridor", "breathing");
    raises("baby swallowed a grape and is going red and silent pls help", "choking");
    raises("thinking of stepping in front of the train tonight", "suicide");
    for text in [
        "what should I do if someone is choking?",
        "he was choking last week but is ok",
        "I'm a carer, how can I tell when a client is having a stroke?",
        "epileptic since I was a kid, no fits for six years, can I drive",
        "I took two paracetamol at 8 and two more at 12, is that OK?",
        "I've been breathless on stairs for years",
        "10 weeks pregnant with a tiny bit of brown spotting yesterday, none today",
        "legs ache after a long flight, both the same, gone by morning",
        "she is breathing normally and is not unconscious, she just fainted at the sight of blood last year",
        "no chest pain, no trouble breathing, not sweating, no weakness, just checking",
        "my jaw is clenched at night and I wake clammy",
    ] {
        assert_eq!(emergencies(text), [""; 0], "{text}");
    }
    let usual = emergencies("dad has dementia and is confused as usual, he is 80");
    assert!(!usual.iter().any(|e| e == "confusion"), "what is usual is not new: {usual:?}");
}

#[test]
fn when_it_began_and_whose_it_is_invent_nothing() {
    says_nothing_of("I've had the runs since Saturday night", "diarrhea_night");
    says("I've had the runs since Saturday night", "diarrhea");
    says_nothing_of("my hand goes numb at night, I shake it out", "tremor_action");
    says_nothing_of("post nasal drip, PND", "low_mood_after_birth");
    says_nothing_of("Grandma had dreadful diarrhoea", "anxiety");
    says_nothing_of("I worked in 34 degrees all day and feel dizzy", "fever");
    says_nothing_of("my BP is fine, the nurse said, but I have nosebleeds", "infant_poor_feeding");
    says_nothing_of("a dry tickly cough", "tick_bite");
    let school = read("Kid at school has chickenpox, now my son has a rash");
    assert_eq!(school.subject.noun.as_deref(), Some("son"));
    says_nothing_of("Kid at school has chickenpox, now my son has a rash", "rash_blisters");
    says("Kid at school has chickenpox, now my son has a rash", "rash");
}

#[test]
fn spoken_forms_are_read() {
    says("I feel a bit sick and dizzy", "nausea");
    says("I been having this burnin in my chest after supper", "heartburn");
    says("Ah cannae breathe", "shortness_of_breath");
}

#[test]
fn what_is_denied_of_a_complaint_leaves_the_complaint() {
    for (text, denied, stays) in [
        ("diarrhoea without blood", "diarrhea_bloody", "diarrhea"),
        ("I have diarrhoea but no blood in it", "diarrhea_bloody", "diarrhea"),
        ("the runs, not bloody", "diarrhea_bloody", "diarrhea"),
        ("vomiting without blood", "vomiting_blood", "vomiting"),
        ("I've been throwing up, no blood in it", "vomiting_blood", "vomiting"),
        ("chest pain that doesn't spread", "chest_pain_spreading", "chest_pain"),
        ("pain in my chest which isn't spreading anywhere", "chest_pain_spreading", "chest_pain"),
        ("chest pain not going into the arm", "chest_pain_spreading", "chest_pain"),
        ("chest pain that is not worse when breathing", "chest_pain_breathing", "chest_pain"),
        ("my chest hurts but not when I breathe in", "chest_pain_breathing", "chest_pain"),
        ("the headache isn't one sided", "headache_one_sided", "headache"),
        ("headache that isn't throbbing", "headache_throbbing", "headache"),
        ("my headache is not throbbing", "headache_throbbing", "headache"),
        ("the fever isn't high", "fever_over_39", "fever"),
        ("I have a fever but not a high one", "fever_over_39", "fever"),
        ("a rash that doesn't itch", "rash_itchy", "rash"),
        ("a rash that isn't itchy", "rash_itchy", "rash"),
        ("red spots on my arm, not itchy", "rash_itchy", "rash"),
        ("the rash is not itchy at all", "rash_itchy", "rash"),
        ("heartburn but not when lying down", "heartburn_lying", "heartburn"),
        ("heartburn that isn't worse lying down", "heartburn_lying", "heartburn"),
        ("stomach pain that isn't worse after eating", "pain_after_eating", "abdominal_pain"),
        ("my back hurts but not in the morning", "back_pain_morning_better_moving", "back_pain"),
        ("a cough that isn't barking", "cough_barking", "cough"),
        ("I cough, but not at night", "cough_night", "cough"),
        ("a cough without phlegm", "cough_productive", "cough"),
        ("belly pain, no cramps", "abdominal_pain_cramps", "abdominal_pain"),
        ("short of breath, not at rest", "breathless_rest", "shortness_of_breath"),
        ("I'm dizzy but not when I stand up", "dizzy_on_standing", "lightheaded"),
        ("my knee hurts but isn't swollen", "joint_swelling", "knee_pain"),
    ] {
        says(text, stays);
        assert!(!ids(text, Choice::Present).contains(&denied), "{denied} is not there in: {text}");
    }
    for (text, denied) in [
        ("headache that isn't throbbing", "headache_throbbing"),
        ("diarrhoea without blood", "diarrhea_bloody"),
        ("chest pain that doesn't spread", "chest_pain_spreading"),
        ("the fever isn't high", "fever_over_39"),
        ("a rash that doesn't itch", "rash_itchy"),
    ] {
        denies(text, denied);
    }
    says_nothing_of("my sputum is not green", "cough_dry");
    assert!(!ids("my sputum is not green", Choice::Present).contains(&"sputum_colored"));
    for text in [
        "chest pain not going into the arm",
        "chest pain that doesn't go into my arm or jaw",
        "a headache, not the worst of my life",
        "a rash that fades under a glass, no fever",
    ] {
        assert_eq!(emergencies(text), [""; 0], "{text}");
    }
}

#[test]
fn two_people_are_two() {
    says("my son has a temp and I have a headache", "headache");
    says_nothing_of("my son has a temp and I have a headache", "fever");
    says("My wife has a headache and my son is vomiting", "headache");
    says_nothing_of("My wife has a headache and my son is vomiting", "vomiting");
    let toddler = "my toddler has a rash after he got hold of my blood pressure tablets";
    says_nothing_of(toddler, "blood_pressure_high");
    // Who only tells of it is no second patient.
    says("my son has a rash, I noticed it this morning", "rash");
    says("my daughter is burning up, I have called the surgery", "fever");
    says("My wife has a headache and my son is vomiting. She has a fever", "fever");
}

#[test]
fn ages_and_sexes_stand_in_any_order() {
    let person = |text: &str| {
        let person = read(text).person;
        (person.age, person.sex)
    };
    assert_eq!(person("Man, 58, pain in my chest"), (Some(58.0), Some(Sex::Male)));
    assert_eq!(person("I'm a woman of 29 and my head hurts"), (Some(29.0), Some(Sex::Female)));
    assert_eq!(person("F 33, sore throat"), (Some(33.0), Some(Sex::Female)));
    assert_eq!(person("my chest hurts, a man of 60 coughed at me").1, None);
}

/// The parts of a text that are shown as not understood.
fn unread(text: &str) -> Vec<String> {
    let part = |(start, end): (usize, usize)| text.chars().skip(start).take(end - start).collect();
    read(text).not_understood.into_iter().map(part).collect()
}

#[test]
fn what_was_read_is_not_called_unread() {
    for text in [
        "I've been saving up my pills",
        "I took all my tablets, and I want to die",
        "I'm 45, female, with a headache",
        "my head hurts and I feel fine otherwise",
    ] {
        assert_eq!(unread(text), [""; 0], "{text}");
    }
    for (text, part) in [
        ("sharp pain under my right ribs after a fatty meal", "ribs"),
        ("pain in my belly that goes through to my shoulder blade", "shoulder"),
        ("my head hurts, and the quirky zebra sings", "quirky zebra"),
    ] {
        let open = unread(text);
        let is_read = ids(text, Choice::Present).iter().any(|id| id.contains("right_upper"));
        assert!(is_read || open.iter().any(|open| open.contains(part)), "{part} in: {text}; open {open:?}");
    }
    for text in ["I'm dying for a pee, it burns", "big sea", "my toe is sore", "and the legs"] {
        let read = read(text);
        assert!(!read.mentions.is_empty() || !unread(text).is_empty(), "{text}");
    }
    assert!(unread("no idea what it is, and").iter().all(|part| !part.ends_with("and")));
}
