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
th{color:var(--soft);font-weight:600}td.n,th.n{text-align:right;white-space:nowrap}
details{border-bottom:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer}
.soft{color:var(--soft)}.good{color:var(--good)}.bad{color:var(--bad)}
.meter{display:inline-block;height:.6rem;background:var(--bar);border-radius:2px;min-width:1px}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:1rem 2rem;margin:.5rem 0 1rem}
@media (min-width:52rem){.reasons{grid-template-columns:2fr 1fr 1fr}}
.scroll{overflow-x:auto}ul{padding-left:1.1rem;margin:.3rem 0}figure{margin:1rem 0;max-width:40rem}svg{max-width:100%;height:auto;background:#fff}
";
