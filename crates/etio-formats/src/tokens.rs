//! Words, quoted texts and punctuation of BIF and Hugin's NET, with their lines.

use winnow::Parser;
use winnow::ascii::{multispace1, till_line_ending};
use winnow::combinator::{alt, delimited, eof, preceded, repeat};
use winnow::error::EmptyError;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{any, take_until, take_while};

use crate::error::{Fault, Result};
use crate::lines::line_ends;
use crate::number::shortened;

/// Quoted text, a word, or a single sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    Word(&'a str),
    Quoted(&'a str),
    Sign(char),
}

type Input<'a> = LocatingSlice<&'a str>;

/// Marks that start a comment up to the end of the line.
#[derive(Clone, Copy)]
pub(crate) enum Comments {
    /// `//`, and `/* ... */`, as in BIF.
    Slashes,
    /// `%`, as in NET.
    Percent,
}

fn blanks<'a>(input: &mut Input<'a>, comments: Comments) -> winnow::Result<(), EmptyError> {
    let line = |start: &'static str| preceded(start, till_line_ending).void();
    let one = |input: &mut Input<'a>| match comments {
        Comments::Slashes => {
            alt((multispace1.void(), line("//"), delimited("/*", take_until(0.., "*/"), "*/").void()))
                .parse_next(input)
        }
        Comments::Percent => alt((multispace1.void(), line("%"))).parse_next(input),
    };
    repeat(0.., one).parse_next(input)
}

fn token<'a>(input: &mut Input<'a>, comments: Comments) -> winnow::Result<Token<'a>, EmptyError> {
    // States of BIF networks are also called `>=7.5`.
    let signs = match comments {
        Comments::Slashes => "(){}[]|,;\"",
        Comments::Percent => "(){}[]|,;=\"",
    };
    let is_word = |c: char| !c.is_whitespace() && !signs.contains(c);
    alt((
        delimited('"', take_while(0.., |c| c != '"'), '"').map(Token::Quoted),
        take_while(1.., is_word).map(Token::Word),
        any.map(Token::Sign),
    ))
    .parse_next(input)
}

/// A text as tokens, read one after the other: a list of all would take many times the file.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    input: Input<'a>,
    comments: Comments,
    /// The next token; `None` at the end.
    ahead: Option<Token<'a>>,
    /// Its position, and its line.
    place: usize,
    line: u64,
}

impl<'a> Tokens<'a> {
    pub(crate) fn of(text: &'a str, comments: Comments) -> Result<Self> {
        let input = LocatingSlice::new(text);
        let mut tokens = Self { text, input, comments, ahead: None, place: 0, line: 1 };
        tokens.advance()?;
        Ok(tokens)
    }

    fn advance(&mut self) -> Result<()> {
        let end: winnow::Result<_, EmptyError> = blanks(&mut self.input, self.comments);
        let start = self.input.current_token_start();
        let passed = &self.text.as_bytes()[self.place..start];
        let is_over: winnow::Result<_, EmptyError> = eof.parse_next(&mut self.input);
        if end.is_ok() && is_over.is_ok() {
            // Errors about the end name the line of the last token.
            self.ahead = None;
            return Ok(());
        }
        self.line += line_ends(passed);
        self.place = start;
        let next = token(&mut self.input, self.comments)
            .map_err(|_| Fault::syntax(self.line, "unexpected end of file"))?;
        if next == Token::Sign('"') {
            return Err(Fault::syntax(self.line, "a quotation mark is not closed"));
        }
        self.ahead = Some(next);
        Ok(())
    }

    /// The line of the next token, or of the last one at the end.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    pub(crate) fn peek(&self) -> Option<Token<'a>> {
        self.ahead
    }

    pub(crate) fn next(&mut self) -> Result<Token<'a>> {
        let token = self.ahead.ok_or_else(|| Fault::syntax(self.line, "unexpected end of file"))?;
        self.advance()?;
        Ok(token)
    }

    /// Whether the next token is this sign, which is then read.
    pub(crate) fn take(&mut self, sign: char) -> Result<bool> {
        let is_it = self.ahead == Some(Token::Sign(sign));
        if is_it {
            self.advance()?;
        }
        Ok(is_it)
    }

    pub(crate) fn expect(&mut self, sign: char) -> Result<()> {
        let line = self.line;
        match self.next()? {
            Token::Sign(found) if found == sign => Ok(()),
            found => Err(Fault::syntax(line, format!("expected `{sign}`, found {}", shown(found)))),
        }
    }

    /// A word or quoted text.
    pub(crate) fn word(&mut self) -> Result<&'a str> {
        let line = self.line;
        match self.next()? {
            Token::Word(text) | Token::Quoted(text) => Ok(text),
            found @ Token::Sign(_) => {
                Err(Fault::syntax(line, format!("expected a name, found {}", shown(found))))
            }
        }
    }

    /// Skips to after a sign.
    pub(crate) fn skip_past(&mut self, sign: char) -> Result<()> {
        while self.next()? != Token::Sign(sign) {}
        Ok(())
    }
}

fn shown(token: Token<'_>) -> String {
    match token {
        Token::Word(text) | Token::Quoted(text) => format!("`{}`", shortened(text)),
        Token::Sign(sign) => format!("`{sign}`"),
    }
}
