//! How the conversation looks in a terminal.

use std::collections::HashMap;
use std::io::Write;

use anstyle::Style;
use anyhow::Result;
use etio_bot::conversation::{Line, LineKind, Reason};
use etio_bot::{Answer, Language, Urgency, View};
use unicode_width::UnicodeWidthStr;

use crate::terminal::{self, BAD, BAR, BOLD, DIM, DOUBTFUL, GOOD, styled, wrap};

/// Shows the conversation on a terminal or in a pipe.
pub(super) struct Screen<'l, W: Write> {
    out: W,
    width: usize,
    /// Whether lines read are shown again: a pipe has nobody's keystrokes on the screen.
    echo: bool,
    language: &'l Language,
    /// The lines that were shown, by key.
    shown: HashMap<String, String>,
}

impl<'l, W: Write> Screen<'l, W> {
    pub(super) fn new(out: W, echo: bool, language: &'l Language) -> Self {
        Self { out, width: terminal::width().min(88), echo, language, shown: HashMap::new() }
    }

    pub(super) fn welcome(&mut self) -> Result<()> {
        let first = |id: &str| self.language.words(id).swap_remove(0);
        let (help, quit) = (first("command-help"), first("command-quit"));
        let privacy = self.language.say("terminal-privacy", &[("help", &help), ("quit", &quit)]);
        let caution =
            format!("{} {} {privacy}", self.language.text("caution-short"), self.language.text("caution"));
        self.block(BOLD, "", &self.language.text("terminal-welcome"))?;
        self.block(DOUBTFUL, "", &caution)
    }

    pub(super) fn farewell(&mut self) -> Result<()> {
        self.note(&self.language.text("terminal-farewell"))
    }

    pub(super) fn help(&mut self) -> Result<()> {
        self.note(&self.language.text("terminal-help"))?;
        let first = |id: &str| self.language.words(id).swap_remove(0);
        let commands = ["back", "why", "answers", "result", "more", "summary", "quit"].map(|name| {
            let word = first(&format!("command-{name}"));
            (word, self.language.text(&format!("command-{name}-help")))
        });
        let place = (format!("{} 2", first("command-why")), self.language.text("command-why-place-help"));
        for (word, help) in commands[..2].iter().chain([&place]).chain(&commands[2..]) {
            writeln!(self.out, "  {}  {help}", terminal::fit(word, 9))?;
        }
        Ok(())
    }

    pub(super) fn note(&mut self, text: &str) -> Result<()> {
        self.block(DIM, "", text)
    }

    pub(super) fn ask(&mut self, text: &str, hint: &str) -> Result<()> {
        writeln!(self.out)?;
        self.block(BOLD, "", text)?;
        self.note(hint)
    }

    pub(super) fn prompt(&mut self) -> Result<()> {
        write!(self.out, "> ")?;
        Ok(self.out.flush()?)
    }

    pub(super) fn echo(&mut self, line: &str) -> Result<()> {
        if self.echo {
            writeln!(self.out, "{}", terminal::printable(line))?;
        }
        Ok(())
    }

    /// Shows the new lines of the conversation; [`Self::state`] shows the question.
    pub(super) fn lines(&mut self, view: &View) -> Result<()> {
        self.shown.retain(|key, _| view.lines.iter().any(|line| line.key == *key));
        for line in &view.lines {
            let is_ours =
                matches!(line.kind, LineKind::Etio | LineKind::RedFlag) && !line.key.starts_with("group:");
            let text = line.sentence.as_ref().unwrap_or(&line.text).clone();
            let is_new = self.shown.insert(line.key.clone(), text.clone()).is_none();
            if is_ours && is_new {
                self.line(line, &text)?;
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &Line, text: &str) -> Result<()> {
        let hint = line.hint.as_deref().unwrap_or_default();
        if line.kind == LineKind::RedFlag {
            writeln!(self.out)?;
            self.block(BAD, "! ", &line.title.as_deref().unwrap_or_default().to_uppercase())?;
            self.block(BAD, "! ", text)?;
            return self.block(BAD, "! ", hint);
        }
        let (style, beside) = if line.key == "hello" { (BOLD, DIM) } else { (GOOD, DOUBTFUL) };
        self.block(style, "", text)?;
        self.block(beside, "", hint)
    }

    /// The question on the table, or the result.
    pub(super) fn state(&mut self, view: &View, only_looked: bool) -> Result<()> {
        if let Some(question) = &view.question {
            if !only_looked {
                writeln!(self.out)?;
                self.note(
                    view.result.so_far.as_ref().or(view.result.missing.as_ref()).map_or("", String::as_str),
                )?;
            }
            self.ask(&question.text, question.explanation.as_deref().unwrap_or_default())?;
            return self.note(&self.language.text("terminal-answers"));
        }
        match &view.end {
            Some(end) if !only_looked => self.result(view, &end.text),
            _ => Ok(()),
        }
    }

    fn result(&mut self, view: &View, opening: &str) -> Result<()> {
        writeln!(self.out)?;
        self.block(BOLD, "", opening)?;
        if let Some(missing) = &view.result.missing {
            self.block(BAD, "", missing)?;
        }
        if let Some(advice) = &view.result.advice {
            let style = if advice.level == Urgency::Emergency { BAD } else { BOLD };
            self.block(style, "", &advice.text)?;
            self.block(style, "", &advice.next)?;
        }
        let room = self.width.saturating_sub(36).clamp(12, 40);
        for (place, cause) in view.result.causes.iter().enumerate() {
            let bar = styled(BAR, terminal::fit(&terminal::bar(cause.probability, 12), 12));
            let name = terminal::fit(&cause.name, room);
            let urgency = cause.urgency.as_deref().unwrap_or_default();
            writeln!(self.out, "{:>2}  {name} {:>8}  {bar} {urgency}", place + 1, cause.likelihood)?;
        }
        if !view.result.changes.is_empty() {
            self.block(BOLD, "", &self.language.text("changes-title"))?;
            for change in &view.result.changes {
                self.block(Style::new(), "  ", &change.text)?;
            }
        }
        self.note(view.result.basis.as_deref().unwrap_or_default())?;
        self.note(&view.caution)?;
        let first = |id: &str| self.language.words(id).swap_remove(0);
        let [more, back, why, quit] =
            ["command-more", "command-back", "command-why", "command-quit"].map(first);
        let words: [(&str, &dyn std::fmt::Display); 4] =
            [("more", &more), ("back", &back), ("why", &why), ("quit", &quit)];
        self.note(&self.language.say("terminal-next", &words))
    }

    pub(super) fn answers(&mut self, view: &View) -> Result<()> {
        for chip in &view.known.chips {
            let style = match chip.answer {
                Answer::Present => GOOD,
                Answer::Absent => DOUBTFUL,
                Answer::Unknown => DIM,
            };
            let name = terminal::printable(&chip.name).into_owned();
            writeln!(self.out, "  {}  {name}", styled(style, format!("{:>3}", chip.state)))?;
        }
        Ok(())
    }

    pub(super) fn why(&mut self, view: &View) -> Result<()> {
        self.note(view.question.as_ref().map_or("", |question| &question.reason))
    }

    pub(super) fn detail(&mut self, view: &View) -> Result<()> {
        let Some(detail) = &view.detail else { return Ok(()) };
        self.block(BOLD, "", &detail.name)?;
        self.note(detail.share.as_deref().unwrap_or_default())?;
        self.block(Style::new(), "", detail.description.as_deref().unwrap_or_default())?;
        self.reasons(GOOD, "detail-for", &detail.supports)?;
        self.reasons(BAD, "detail-against", &detail.contradicts)?;
        for text in detail.nothing.iter().chain(&detail.rivals) {
            self.note(text)?;
        }
        Ok(())
    }

    fn reasons(&mut self, style: Style, title: &str, reasons: &[Reason]) -> Result<()> {
        if reasons.is_empty() {
            return Ok(());
        }
        self.block(style, "", &self.language.text(title))?;
        for reason in reasons {
            writeln!(self.out, "  {}", terminal::printable(&reason.text))?;
        }
        Ok(())
    }

    pub(super) fn summary(&mut self, view: &View) -> Result<()> {
        let summary = &view.summary;
        writeln!(self.out)?;
        self.block(BOLD, "", &summary.title)?;
        self.block(DOUBTFUL, "", &summary.caution)?;
        for part in &summary.parts {
            self.block(if part.is_alarm { BAD } else { BOLD }, "", &part.title)?;
            for line in &part.lines {
                self.block(Style::new(), "  ", line)?;
            }
        }
        self.block(BOLD, "", &summary.causes_title)?;
        if let Some(text) = &summary.advice {
            self.block(Style::new(), "  ", text)?;
        }
        for [name, share, urgency] in &summary.rows {
            writeln!(self.out, "  {} {share:>6}  {urgency}", terminal::fit(name, 40))?;
        }
        self.note(summary.basis.as_deref().unwrap_or_default())
    }

    /// Text in a style, broken into lines; nothing for an empty one.
    fn block(&mut self, style: Style, lead: &str, text: &str) -> Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        for line in wrap(&terminal::printable(text), self.width - lead.width()) {
            writeln!(self.out, "{}", styled(style, format!("{lead}{line}")))?;
        }
        Ok(())
    }
}
