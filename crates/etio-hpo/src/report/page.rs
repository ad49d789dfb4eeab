//! What all pages share.

/// A whole page.
pub(super) fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
    )
}

/// Text that cannot become markup, wherever it comes from.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// Items as a list; the first few at sight, the rest behind a fold.
pub(super) fn list(items: &[String], at_sight: usize, if_none: &str) -> String {
    if items.is_empty() {
        return format!("<ul><li class=\"soft\">{if_none}</li></ul>");
    }
    // A fold for a single item would take as much room as the item.
    let at_sight = if items.len() == at_sight + 1 { items.len() } else { at_sight.min(items.len()) };
    let (first, rest) = items.split_at(at_sight);
    let fold = if rest.is_empty() {
        String::new()
    } else {
        format!("<details class=\"rest\"><summary>{} more</summary>{}</details>", rest.len(), points(rest))
    };
    points(first) + &fold
}

fn points(items: &[String]) -> String {
    format!("<ul><li>{}</li></ul>", items.join("</li><li>"))
}

/// A share in percent.
pub(super) fn percent(share: f64) -> String {
    match share {
        s if s >= 0.9995 => "&gt;99.9%".to_owned(),
        s if s >= 0.001 => format!("{:.1}%", s * 100.0),
        0.0 => "0%".to_owned(),
        _ => "&lt;0.1%".to_owned(),
    }
}

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1a2230;--soft:#5a6675;--line:#d5dae1;--page:#fff;--bar:#2f6f9f;--good:#1d6b45;--bad:#9c2f2f}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3adba;--line:#39424f;--page:#14181e;--bar:#6fb1e0;--good:#7fcfa4;--bad:#f09a9a}}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
td:first-child{min-width:9rem}th{color:var(--soft);font-weight:600}td.n,th.n{text-align:right;white-space:nowrap}
details{border-bottom:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}
.soft{color:var(--soft)}.good{color:var(--good)}.bad{color:var(--bad)}
.meter{display:inline-block;height:.6rem;background:var(--bar);border-radius:2px;min-width:1px}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:1rem 2rem;margin:.5rem 0 1rem}
@media (min-width:52rem){.reasons{grid-template-columns:2fr 1fr 1fr}}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1rem 2rem}
.scroll{overflow-x:auto}ul{padding-left:1.1rem;margin:.3rem 0}.rest{border:0;padding:0}.rest summary{color:var(--soft)}
figure{margin:1rem 0;max-width:34rem}figure h3{margin:0 0 .3rem}svg{display:block;width:100%;height:auto}
@media (prefers-color-scheme:dark){svg{filter:invert(.91) hue-rotate(180deg)}}
";

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn long_lists_fold_and_lose_nothing() {
        let items: Vec<String> = (0..9).map(|at| format!("item {at}")).collect();
        assert_eq!(list(&items[..0], 3, "nothing").matches("<li").count(), 1);
        for (count, folded) in [(1, false), (3, false), (4, false), (5, true), (9, true)] {
            let html = list(&items[..count], 3, "nothing");
            assert_eq!(html.matches("<li>").count(), count);
            assert_eq!(html.contains(&format!("{} more", count.saturating_sub(3))), folded, "{html}");
        }
    }
}
