//! XML as a tree of elements, each with its line.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use crate::error::{Fault, Problem, Result};
use crate::lines::line_ends;
use crate::number::shortened;

/// Depth of elements within each other at most.
const DEEPEST: usize = 64;
/// Number of elements at most.
const MOST_ELEMENTS: usize = 1 << 20;

/// A document: its root, and the comments before and in it.
#[derive(Debug, Default)]
pub(crate) struct Document {
    pub(crate) root: Element,
    pub(crate) comments: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    /// All text directly in it, with a blank for each element and comment between.
    pub(crate) text: String,
    pub(crate) line: u64,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// An attribute that must be there.
    pub(crate) fn needed(&self, name: &str) -> Result<&str> {
        self.attribute(name)
            .ok_or_else(|| Fault::syntax(self.line, format!("<{}> has no attribute `{name}`", self.name)))
    }

    pub(crate) fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    pub(crate) fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The one child with a name.
    pub(crate) fn only(&self, name: &str) -> Result<&Element> {
        let mut all = self.all(name);
        match (all.next(), all.next()) {
            (Some(only), None) => Ok(only),
            (None, _) => Err(Fault::syntax(self.line, format!("<{}> has no <{name}>", self.name))),
            (Some(_), Some(second)) => {
                Err(Fault::syntax(second.line, format!("<{}> has a second <{name}>", self.name)))
            }
        }
    }

    /// The text of a child, without blanks around it.
    pub(crate) fn child_text(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.trim())
    }
}

/// Parses a document whose root has a given name.
pub(crate) fn parse(text: &str, root: &str) -> Result<Document> {
    let document = Parser::new(text).run()?;
    if document.root.name == root {
        Ok(document)
    } else {
        let text = format!("expected <{root}>, found <{}>", document.root.name);
        Err(Fault::syntax(document.root.line, text))
    }
}

struct Parser<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// Line of a place in the text, counted on as places grow.
    place: usize,
    line: u64,
    open: Vec<Element>,
    elements: usize,
    document: Document,
    is_done: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            reader: Reader::from_str(text),
            place: 0,
            line: 1,
            open: Vec::new(),
            elements: 0,
            document: Document::default(),
            is_done: false,
        }
    }

    fn run(mut self) -> Result<Document> {
        loop {
            let line = self.line_now();
            let event = self.reader.read_event();
            let event = event.map_err(|error| Fault::syntax(self.line_now(), error.to_string()))?;
            match event {
                Event::Start(start) => self.start(&start, line)?,
                Event::Empty(start) => {
                    self.start(&start, line)?;
                    self.end();
                }
                Event::End(_) => self.end(),
                Event::Text(text) => {
                    let text = text.decode().map_err(|error| Fault::syntax(line, error.to_string()))?;
                    self.add_text(&text);
                }
                Event::CData(data) => {
                    let text = data.decode().map_err(|error| Fault::syntax(line, error.to_string()))?;
                    self.add_text(&text);
                }
                Event::GeneralRef(reference) => {
                    let name = String::from_utf8_lossy(&reference).into_owned();
                    let text = quick_xml::escape::unescape(&format!("&{name};"))
                        .map_err(|error| Fault::syntax(line, error.to_string()))?
                        .into_owned();
                    self.add_text(&text);
                }
                Event::Comment(comment) => {
                    self.add_text(" ");
                    self.document.comments.push(String::from_utf8_lossy(&comment).trim().to_owned());
                }
                Event::PI(_) => self.add_text(" "),
                Event::Decl(_) | Event::DocType(_) => {}
                Event::Eof => break,
            }
        }
        match self.open.first() {
            None if self.is_done => Ok(self.document),
            None => Err(Fault::syntax(1, "there is no XML element in it")),
            Some(open) => Err(Fault::syntax(open.line, format!("<{}> has no end", open.name))),
        }
    }

    fn line_now(&mut self) -> u64 {
        let place = (self.reader.buffer_position() as usize).min(self.text.len());
        let passed = &self.text.as_bytes()[self.place..place.max(self.place)];
        self.line += line_ends(passed);
        self.place = place.max(self.place);
        self.line
    }

    fn start(&mut self, start: &BytesStart<'_>, line: u64) -> Result<()> {
        self.elements += 1;
        if self.is_done {
            let name = shortened(&String::from_utf8_lossy(start.name().as_ref()));
            return Err(Fault::syntax(line, format!("<{name}> comes after the end of the root element")));
        }
        if self.open.len() >= DEEPEST || self.elements > MOST_ELEMENTS {
            let limit = format!("{MOST_ELEMENTS} elements, or {DEEPEST} of them inside each other");
            return Err(Fault::at(line, Problem::TooLarge { what: "the document".to_owned(), limit }));
        }
        // What is left and right of it are words of their own.
        self.add_text(" ");
        let mut attributes = Vec::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| Fault::syntax(line, error.to_string()))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| Fault::syntax(line, error.to_string()))?;
            attributes
                .push((String::from_utf8_lossy(attribute.key.as_ref()).into_owned(), value.into_owned()));
        }
        let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
        self.open.push(Element { name, attributes, line, ..Element::default() });
        Ok(())
    }

    fn end(&mut self) {
        // The reader checks that ends match their starts.
        let Some(element) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(element),
            None => {
                self.document.root = element;
                self.is_done = true;
            }
        }
    }

    fn add_text(&mut self, text: &str) {
        if let Some(element) = self.open.last_mut() {
            element.text.push_str(text);
        }
    }
}

/// A text with what XML keeps for itself escaped.
pub(crate) fn escaped(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}
