//! The columns of a table of answers. Programs depend on their names, types and order.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, BooleanBuilder, Float64Builder, ListBuilder, StringBuilder};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use etio::{Exactness, Network, Posterior};
use etio_case::{Note, is_cause};

use crate::desk::RowError;

/// The members of an entry of the ranking.
fn ranked_fields() -> Fields {
    Fields::from(vec![
        Field::new("disease", DataType::Utf8, false),
        Field::new("posterior", DataType::Float64, false),
        Field::new("lower", DataType::Float64, true),
        Field::new("upper", DataType::Float64, true),
        Field::new("is_cause", DataType::Boolean, false),
    ])
}

/// The type of the column `ranking`.
pub fn ranking_type() -> DataType {
    DataType::List(Arc::new(Field::new("item", DataType::Struct(ranked_fields()), false)))
}

fn texts_type() -> DataType {
    DataType::List(Arc::new(Field::new("item", DataType::Utf8, true)))
}

/// The columns of answers to cases whose ids have a type.
pub fn answer_schema(id: &DataType) -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("id", id.clone(), true),
        Field::new("ranking", ranking_type(), true),
        Field::new("exactness", DataType::Utf8, true),
        Field::new("error_bound", DataType::Float64, true),
        Field::new("log_evidence", DataType::Float64, true),
        Field::new("method", DataType::Utf8, true),
        Field::new("notes", texts_type(), false),
        Field::new("ignored", texts_type(), false),
        Field::new("error_code", DataType::Utf8, true),
        Field::new("error", DataType::Utf8, true),
        Field::new("certified", DataType::Boolean, true),
    ]))
}

/// Whether the numbers are proven: the error bound of an exact answer, or intervals.
pub fn is_proven(exactness: &Exactness) -> bool {
    exactness.is_certified() || matches!(exactness, Exactness::Bounds { .. })
}

/// An answer to one case.
pub(crate) struct Answer<'a> {
    /// The network as it applies to the person.
    pub(crate) network: &'a Network,
    pub(crate) posterior: &'a Posterior,
    pub(crate) notes: &'a [Note],
}

/// Collects answers, one row at a time.
pub(crate) struct AnswerColumns {
    top: usize,
    starts: Vec<i32>,
    has_ranking: NullBufferBuilder,
    disease: StringBuilder,
    posterior: Float64Builder,
    lower: Float64Builder,
    upper: Float64Builder,
    is_cause: BooleanBuilder,
    exactness: StringBuilder,
    error_bound: Float64Builder,
    log_evidence: Float64Builder,
    method: StringBuilder,
    notes: ListBuilder<StringBuilder>,
    ignored: ListBuilder<StringBuilder>,
    error_code: StringBuilder,
    error: StringBuilder,
    certified: BooleanBuilder,
}

impl AnswerColumns {
    pub(crate) fn new(rows: usize, top: usize) -> Self {
        let ranked = rows.saturating_mul(top).min(1 << 20);
        let text = |rows: usize| StringBuilder::with_capacity(rows, rows * 12);
        Self {
            top,
            starts: {
                let mut starts = Vec::with_capacity(rows + 1);
                starts.push(0);
                starts
            },
            has_ranking: NullBufferBuilder::new(rows),
            disease: text(ranked),
            posterior: Float64Builder::with_capacity(ranked),
            lower: Float64Builder::with_capacity(ranked),
            upper: Float64Builder::with_capacity(ranked),
            is_cause: BooleanBuilder::with_capacity(ranked),
            exactness: text(rows),
            error_bound: Float64Builder::with_capacity(rows),
            log_evidence: Float64Builder::with_capacity(rows),
            method: text(rows),
            notes: ListBuilder::new(StringBuilder::new()),
            ignored: ListBuilder::new(StringBuilder::new()),
            error_code: StringBuilder::new(),
            error: StringBuilder::new(),
            certified: BooleanBuilder::with_capacity(rows),
        }
    }

    /// A row for a case: its answer or what was wrong, and the ids that were left out.
    pub(crate) fn push(&mut self, answer: Result<&Answer<'_>, &RowError>, ignored: &[String]) {
        match answer {
            Ok(answer) => self.push_answer(answer),
            Err(error) => self.push_error(error),
        }
        for id in ignored {
            self.ignored.values().append_value(id);
        }
        self.ignored.append(true);
        self.starts.push(self.posterior.len() as i32);
    }

    fn push_answer(&mut self, answer: &Answer<'_>) {
        let Answer { network, posterior, notes } = answer;
        for (disease, p) in posterior.ranking(self.top) {
            let interval = posterior.interval(disease);
            self.disease.append_value(network.disease_id(disease));
            self.posterior.append_value(p);
            self.lower.append_option(interval.map(|ends| ends.0));
            self.upper.append_option(interval.map(|ends| ends.1));
            self.is_cause.append_value(is_cause(network, posterior, disease));
        }
        self.has_ranking.append_non_null();
        self.exactness.append_value(posterior.exactness.word());
        self.error_bound.append_option(posterior.exactness.error_bound());
        self.log_evidence.append_value(posterior.log_evidence);
        self.method.append_value(posterior.method.to_string());
        for note in *notes {
            self.notes.values().append_value(note.text(network));
        }
        self.notes.append(true);
        self.error_code.append_null();
        self.error.append_null();
        self.certified.append_value(is_proven(&posterior.exactness));
    }

    fn push_error(&mut self, error: &RowError) {
        self.has_ranking.append_null();
        self.exactness.append_null();
        self.error_bound.append_null();
        self.log_evidence.append_null();
        self.method.append_null();
        self.notes.append(true);
        self.error_code.append_value(error.code);
        self.error.append_value(&error.text);
        self.certified.append_null();
    }

    /// The table.
    pub(crate) fn finish(mut self, ids: ArrayRef) -> RecordBatch {
        let ranked = StructArray::new(
            ranked_fields(),
            vec![
                Arc::new(self.disease.finish()),
                Arc::new(self.posterior.finish()),
                Arc::new(self.lower.finish()),
                Arc::new(self.upper.finish()),
                Arc::new(self.is_cause.finish()),
            ],
            None,
        );
        let item = Arc::new(Field::new("item", DataType::Struct(ranked_fields()), false));
        let starts = OffsetBuffer::new(self.starts.into());
        let ranking = ListArray::new(item, starts, Arc::new(ranked), self.has_ranking.finish());
        let schema = answer_schema(ids.data_type());
        let columns: Vec<ArrayRef> = vec![
            ids,
            Arc::new(ranking),
            Arc::new(self.exactness.finish()),
            Arc::new(self.error_bound.finish()),
            Arc::new(self.log_evidence.finish()),
            Arc::new(self.method.finish()),
            Arc::new(self.notes.finish()),
            Arc::new(self.ignored.finish()),
            Arc::new(self.error_code.finish()),
            Arc::new(self.error.finish()),
            Arc::new(self.certified.finish()),
        ];
        RecordBatch::try_new(schema, columns).expect("every column has a row for each case")
    }
}
