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

/// What starts a comment that goes to the end of its line.
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

/// A text as tokens, read one after the other.
pub(crate) struct Tokens<'a> {
    all: Vec<(Token<'a>, u64)>,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn of(text: &'a str, comments: Comments) -> Result<Self> {
        let mut input = LocatingSlice::new(text);
        let mut all = Vec::new();
        let (mut place, mut line) = (0, 1);
        loop {
            let end: winnow::Result<_, EmptyError> = blanks(&mut input, comments);
            let start = input.current_token_start();
            line += line_ends(&text.as_bytes()[place..start]);
            place = start;
            let is_over: winnow::Result<_, EmptyError> = eof.parse_next(&mut input);
            if end.is_ok() && is_over.is_ok() {
                return Ok(Self { all, at: 0 });
            }
            let next =
                token(&mut input, comments).map_err(|_| Fault::syntax(line, "unexpected end of file"))?;
            if next == Token::Sign('"') {
                return Err(Fault::syntax(line, "a quotation mark is not closed"));
            }
            all.push((next, line));
        }
    }

    pub(crate) fn line(&self) -> u64 {
        self.all.get(self.at).or(self.all.last()).map_or(1, |(_, line)| *line)
    }

    pub(crate) fn peek(&self) -> Option<Token<'a>> {
        self.all.get(self.at).map(|(token, _)| *token)
    }

    pub(crate) fn next(&mut self) -> Result<Token<'a>> {
        let token = self.peek().ok_or_else(|| Fault::syntax(self.line(), "unexpected end of file"))?;
        self.at += 1;
        Ok(token)
    }

    /// The next token if it is this sign.
    pub(crate) fn take(&mut self, sign: char) -> bool {
        let is_it = self.peek() == Some(Token::Sign(sign));
        self.at += usize::from(is_it);
        is_it
    }

    pub(crate) fn expect(&mut self, sign: char) -> Result<()> {
        let line = self.line();
        match self.next()? {
            Token::Sign(found) if found == sign => Ok(()),
            found => Err(Fault::syntax(line, format!("expected `{sign}`, found {}", shown(found)))),
        }
    }

    /// A word or quoted text.
    pub(crate) fn word(&mut self) -> Result<&'a str> {
        let line = self.line();
        match self.next()? {
            Token::Word(text) | Token::Quoted(text) => Ok(text),
            found @ Token::Sign(_) => {
                Err(Fault::syntax(line, format!("expected a name, found {}", shown(found))))
            }
        }
    }

    /// Skips to after a sign, and over braces on the way.
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
