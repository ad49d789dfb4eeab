//! Cases and answers in Parquet files. With the feature `parquet`: `cargo test -p etio-cli
//! --features parquet --test parquet`.

mod common;

use common::{Folder, etio, example};

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_get_one_that_has_it() {
    let folder = Folder::new();
    let (cases, answers) = (folder.path("cases.parquet"), folder.path("answers.parquet"));
    let run = etio(&["diagnose", "--network", &example(), "--cases", &cases, "--out", &answers]);
    run.fails_with(2, &["built without Parquet", "--features parquet"]);
}

#[test]
fn cases_and_answers_are_in_parquet_together() {
    let base = ["diagnose", "--network", &example()].map(str::to_owned);
    let run = |more: &[&str]| {
        etio(&base.iter().map(String::as_str).chain(more.iter().copied()).collect::<Vec<_>>())
    };
    run(&["--cases", "c.parquet"]).fails_with(2, &["add --out answers.parquet"]);
    run(&["--cases", "c.jsonl", "--out", "a.parquet"]).fails_with(2, &["give --cases cases.parquet"]);
    run(&["--cases", "c.parquet", "--out", "a.parquet", "--explain"])
        .fails_with(2, &["--explain and --priors-within are not supported"]);
    run(&["--cases", "c.parquet", "--out", "a.parquet", "--format", "tsv"])
        .fails_with(2, &["written in Parquet: leave out --format"]);
}

#[test]
fn a_file_gets_the_same_bytes_as_a_pipe() {
    let folder = Folder::new();
    let line = |at: usize| format!("{{\"id\":\"{at}\",\"present\":[\"fever\"]}}\n");
    let lines = (0..500).map(line).collect::<Vec<_>>().concat();
    let (cases, answers) = (folder.path("cases.jsonl"), folder.path("answers.tsv"));
    std::fs::write(&cases, lines).unwrap();
    let network = example();
    let arguments =
        ["diagnose", "--network", &network, "--cases", &cases, "--format", "tsv", "--threads", "1"];
    let piped = etio(&arguments).succeeds().stdout;
    let file = std::fs::File::create(&answers).unwrap();
    let program = assert_cmd::cargo::cargo_bin("etio");
    let status = std::process::Command::new(program).args(arguments).stdout(file).status().unwrap();
    assert!(status.success());
    assert_eq!(std::fs::read_to_string(&answers).unwrap(), piped);
    assert!(piped.lines().count() > 500);
}

#[cfg(feature = "parquet")]
mod with_feature {
    use std::fs::File;
    use std::path::Path;
    use std::sync::Arc;

    use arrow_array::builder::{ListBuilder, StringBuilder, StringDictionaryBuilder};
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int32Type, Int64Type};
    use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
    use parquet::arrow::ArrowWriter;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use parquet::basic::{Compression, ZstdLevel};
    use parquet::file::properties::WriterProperties;

    use super::*;

    fn lists(rows: &[&[&str]]) -> ArrayRef {
        let mut lists = ListBuilder::new(StringBuilder::new());
        for row in rows {
            lists.append_value(row.iter().copied().map(Some));
        }
        Arc::new(lists.finish())
    }

    fn write(path: &Path, columns: Vec<(&str, ArrayRef)>) {
        write_with(path, columns, WriterProperties::default());
    }

    fn write_with(path: &Path, columns: Vec<(&str, ArrayRef)>, properties: WriterProperties) {
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let file = File::create(path).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }

    fn read(path: &Path) -> Vec<RecordBatch> {
        let source = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        source.build().unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn one_row_per_case_with_the_numbers_of_json() {
        let folder = tempfile::tempdir().unwrap();
        let (cases, answers) = (folder.path().join("cases.parquet"), folder.path().join("answers.parquet"));
        let present: [&[&str]; 3] = [&["fever", "cough"], &["fevr"], &[]];
        let ids: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "a"]));
        write(&cases, vec![("id", ids), ("present", lists(&present))]);
        let network = example();
        let base = ["diagnose", "--network", &network, "--top", "2"];
        let files = ["--cases", cases.to_str().unwrap(), "--out", answers.to_str().unwrap()];
        assert_eq!(etio(&[&base[..], &files[..]].concat()).code, 1, "one case failed");
        let batches = read(&answers);
        assert_eq!(batches.iter().map(RecordBatch::num_rows).sum::<usize>(), 3);
        let batch = &batches[0];
        let text = |name: &str, row: usize| {
            let column = batch[name].as_string::<i32>();
            column.is_valid(row).then(|| column.value(row).to_owned())
        };
        assert_eq!([0, 1, 2].map(|row| text("id", row).unwrap()), ["a", "b", "a"]);
        assert_eq!(text("error_code", 1).as_deref(), Some("unknown-finding"));
        assert!(text("error", 1).unwrap().contains("did you mean `fever`"));
        assert_eq!((text("error", 0), batch["ranking"].null_count()), (None, 1));
        let json = ["--present", "fever,cough", "--format", "json"];
        let json = &etio(&[&base[..], &json[..]].concat()).succeeds().lines()[0];
        let ranking = batch["ranking"].as_list::<i32>().value(0);
        let ranking = ranking.as_struct();
        for at in 0..2 {
            let disease = ranking["disease"].as_string::<i32>().value(at).to_owned();
            assert_eq!(json["ranking"][at]["disease"], disease);
            let posterior = ranking["posterior"].as_primitive::<Float64Type>().value(at);
            // Reading JSON may cost the last digit.
            let read = json["ranking"][at]["posterior"].as_f64().unwrap();
            assert!((read - posterior).abs() < 1e-15, "{read} {posterior}");
        }
    }

    /// Answers the cases in a folder and reads all rows of the answers.
    fn answer(cases: &Path, more: &[&str]) -> RecordBatch {
        let folder = tempfile::tempdir().unwrap();
        let answers = folder.path().join("answers.parquet");
        let network = example();
        let files = ["--cases", cases.to_str().unwrap(), "--out", answers.to_str().unwrap()];
        let run = etio(&[&["diagnose", "--network", &network], &files[..], more].concat());
        assert!(run.code < 2, "{}", run.stderr);
        let source = ParquetRecordBatchReaderBuilder::try_new(File::open(answers).unwrap()).unwrap();
        let rows = source.metadata().file_metadata().num_rows() as usize;
        let mut batches = source.with_batch_size(rows.max(1)).build().unwrap();
        let batch = batches.next().unwrap().unwrap();
        assert_eq!(batch.num_rows(), rows);
        batch
    }

    /// The numbers of a row: the posteriors of its ranking and the log-evidence.
    fn numbers(answers: &RecordBatch, row: usize) -> Vec<f64> {
        let ranking = answers["ranking"].as_list::<i32>().value(row);
        let posteriors = ranking.as_struct()["posterior"].as_primitive::<Float64Type>();
        let log_evidence = answers["log_evidence"].as_primitive::<Float64Type>().value(row);
        posteriors.values().iter().copied().chain([log_evidence]).collect()
    }

    fn text(answers: &RecordBatch, name: &str, row: usize) -> Option<String> {
        let column = answers[name].as_string::<i32>();
        column.is_valid(row).then(|| column.value(row).to_owned())
    }

    const KINDS: [&[&str]; 5] = [&["fever", "cough"], &["fever"], &[], &["cough"], &["fever", "nonsense"]];

    #[test]
    fn more_cases_than_are_in_memory_at_once_are_answered_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("cases.parquet");
        // Two threads take 8,192 rows at a time; row groups end elsewhere.
        let count = 9_000;
        let present: Vec<&[&str]> = (0..count).map(|at| KINDS[at * at % 23 % 5]).collect();
        let ids: ArrayRef = Arc::new(StringArray::from_iter_values((0..count).map(|at| format!("p{at}"))));
        let properties = WriterProperties::builder().set_max_row_group_row_count(Some(2_500)).build();
        write_with(&cases, vec![("id", ids), ("present", lists(&present))], properties);
        let answers = answer(&cases, &["--threads", "2"]);
        assert_eq!(answers.num_rows(), count);
        let kinds = folder.path().join("kinds.parquet");
        write(&kinds, vec![("present", lists(&KINDS))]);
        let expected = answer(&kinds, &[]);
        let certified = answers["certified"].as_boolean();
        for row in 0..count {
            assert_eq!(text(&answers, "id", row), Some(format!("p{row}")));
            let kind = row * row % 23 % 5;
            let error = text(&answers, "error_code", row);
            if kind == 4 {
                assert_eq!((error.as_deref(), certified.is_valid(row)), (Some("unknown-finding"), false));
            } else {
                assert_eq!((error, certified.value(row)), (None, true));
                assert_eq!(numbers(&answers, row), numbers(&expected, kind), "row {row}");
            }
        }
    }

    #[test]
    fn every_way_to_store_a_column_gives_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("cases.parquet");
        let columns = || vec![("present", lists(&KINDS[..4]))];
        write(&cases, columns());
        let plain = answer(&cases, &[]);
        let same = |what: &str| {
            let found = answer(&cases, &[]);
            for row in 0..4 {
                assert_eq!(numbers(&found, row), numbers(&plain, row), "{what}, row {row}");
            }
        };
        let zstd = Compression::ZSTD(ZstdLevel::default());
        for codec in
            [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::LZ4, Compression::LZ4_RAW, zstd]
        {
            write_with(&cases, columns(), WriterProperties::builder().set_compression(codec).build());
            same(&codec.to_string());
        }
        write_with(&cases, columns(), WriterProperties::builder().set_dictionary_enabled(false).build());
        same("no dictionary pages");
        // Arrow's own type is kept in the file, and so is read back.
        let mut lists = ListBuilder::new(StringDictionaryBuilder::<Int32Type>::new());
        for row in &KINDS[..4] {
            lists.append_value(row.iter().copied().map(Some));
        }
        write(&cases, vec![("present", Arc::new(lists.finish()))]);
        same("dictionary of Arrow");
    }

    #[test]
    fn a_codec_that_cannot_be_read_is_named_before_any_work() {
        let folder = tempfile::tempdir().unwrap();
        let (cases, answers) = (folder.path().join("cases.parquet"), folder.path().join("answers.parquet"));
        std::fs::write(&cases, include_bytes!("files/gzip.parquet")).unwrap();
        let files = ["--cases", cases.to_str().unwrap(), "--out", answers.to_str().unwrap()];
        etio(&[&["diagnose", "--network", &example()], &files[..]].concat())
            .fails_with(2, &["compressed with GZIP", "expected none, Snappy, LZ4 or Zstandard"]);
        assert!(!answers.exists());
    }

    #[test]
    fn a_column_that_is_not_of_cases_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("cases.parquet");
        let story = |row: usize| format!("a long story {row}");
        let stories: ArrayRef = Arc::new(StringArray::from_iter_values((0..4).map(story)));
        let mine: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3, 4]));
        write(&cases, vec![("story", stories), ("present", lists(&KINDS[..4])), ("mine", mine)]);
        let whole = answer(&cases, &[]);
        // Its pages become rubbish, which whoever reads them notices.
        let source = ParquetRecordBatchReaderBuilder::try_new(File::open(&cases).unwrap()).unwrap();
        let (start, length) = source.metadata().row_group(0).column(0).byte_range();
        let mut bytes = std::fs::read(&cases).unwrap();
        bytes[start as usize..(start + length) as usize].fill(0xff);
        std::fs::write(&cases, bytes).unwrap();
        let source = ParquetRecordBatchReaderBuilder::try_new(File::open(&cases).unwrap()).unwrap();
        assert_eq!(source.schema().field(0).name(), "story");
        assert!(source.build().is_ok_and(|mut batches| batches.next().unwrap().is_err()));
        assert_eq!(answer(&cases, &[]), whole);
        // By pyarrow: `present` is compressed with Snappy, and a column `story` with gzip.
        std::fs::write(&cases, include_bytes!("files/gzip-beside.parquet")).unwrap();
        assert_eq!(answer(&cases, &[])["error"].null_count(), 2);
    }

    #[test]
    fn nulls_ages_sexes_and_absent_findings_are_read_as_in_json() {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("cases.parquet");
        let mut present = ListBuilder::new(StringBuilder::new());
        present.append_value([Some("fever")]);
        present.append_null();
        present.append_value([Some("fever"), None]);
        present.append_value([Some("fever")]);
        let mut absent = ListBuilder::new(StringBuilder::new());
        absent.append_value([Some("cough")]);
        (0..3).for_each(|_| absent.append_null());
        let ids: ArrayRef = Arc::new(Int64Array::from(vec![Some(7), None, Some(7), Some(8)]));
        let ages: ArrayRef =
            Arc::new(Float64Array::from(vec![Some(70.0), None, Some(f64::NAN), Some(300.0)]));
        let sexes: ArrayRef = Arc::new(StringArray::from(vec![Some("female"), None, None, Some("m")]));
        let lists: [ArrayRef; 2] = [Arc::new(present.finish()), Arc::new(absent.finish())];
        let [present, absent] = lists;
        let columns =
            vec![("id", ids), ("present", present), ("absent", absent), ("age", ages), ("sex", sexes)];
        write(&cases, columns);
        // On a network that has ages.
        let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/starter");
        let answers = folder.path().join("answers.parquet");
        let files = ["--cases", cases.to_str().unwrap(), "--out", answers.to_str().unwrap()];
        assert_eq!(etio(&[&["diagnose", "--network", starter], &files[..]].concat()).code, 1);
        let answers = &read(&answers)[0];
        let ids = answers["id"].as_primitive::<Int64Type>();
        assert_eq!(ids.iter().collect::<Vec<_>>(), [Some(7), None, Some(7), Some(8)]);
        let codes: Vec<_> = (0..4).map(|row| text(answers, "error_code", row)).collect();
        let codes: Vec<_> = codes.iter().map(Option::as_deref).collect();
        assert_eq!(codes, [None, None, Some("null-finding"), Some("bad-age")]);
        let given: [&[&str]; 2] =
            [&["--present", "fever", "--absent", "cough", "--age", "70", "--sex", "female"], &[]];
        for (row, given) in given.into_iter().enumerate() {
            let run = etio(&[&["diagnose", "--network", starter, "--format", "json"], given].concat());
            let json = &run.succeeds().lines()[0];
            let expected = json["log_evidence"].as_f64().unwrap();
            let found = *numbers(answers, row).last().unwrap();
            assert!((found - expected).abs() <= 1e-15 * expected.abs(), "row {row}: {found} {expected}");
        }
    }

    #[test]
    fn the_settings_of_samples_are_those_given() {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("cases.parquet");
        write(&cases, vec![("present", lists(&[&["fever", "cough"]]))]);
        let base = ["--method", "likelihood-weighting", "--samples", "500"];
        let sampled = |more: &[&str]| numbers(&answer(&cases, &[&base[..], more].concat()), 0);
        assert_eq!(sampled(&["--seed", "1"]), sampled(&["--seed", "1"]));
        assert_ne!(sampled(&["--seed", "1"]), sampled(&["--seed", "2"]));
        assert_eq!(sampled(&[]), sampled(&["--seed", "0"]));
        let network = example();
        let json = ["diagnose", "--network", &network, "--present", "fever,cough", "--format", "json"];
        let json = etio(&[&json[..], &base[..], &["--seed", "2"]].concat());
        let expected = json.succeeds().lines()[0]["log_evidence"].as_f64().unwrap();
        let found = *sampled(&["--seed", "2"]).last().unwrap();
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }

    #[test]
    fn a_folder_of_files_is_one_table() {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("cases");
        std::fs::create_dir(&cases).unwrap();
        let part = |name: &str, rows: &[&[&str]]| write(&cases.join(name), vec![("present", lists(rows))]);
        part("part-00001.snappy.parquet", &KINDS[2..]);
        part("part-00000.snappy.parquet", &KINDS[..2]);
        std::fs::write(cases.join("_SUCCESS"), "").unwrap();
        std::fs::write(cases.join(".part-00002.parquet"), "not whole").unwrap();
        let found = answer(&cases, &[]);
        let whole = folder.path().join("whole.parquet");
        write(&whole, vec![("present", lists(&KINDS))]);
        let expected = answer(&whole, &[]);
        // The numbers of the rows count on from file to file.
        assert_eq!(found, expected);
        assert_eq!(found["id"].as_primitive::<Int64Type>().values(), &[0, 1, 2, 3, 4]);

        let network = example();
        let out = folder.path().join("answers.parquet");
        let files = |out: &Path| {
            let files = ["--cases", cases.to_str().unwrap(), "--out", out.to_str().unwrap()];
            etio(&[&["diagnose", "--network", &network], &files[..]].concat())
        };
        files(&cases.join("part-00000.snappy.parquet")).fails_with(2, &["--out is the file of the cases"]);
        let ids: ArrayRef = Arc::new(StringArray::from(vec!["a"]));
        write(&cases.join("part-00003.parquet"), vec![("id", ids), ("present", lists(&KINDS[..1]))]);
        files(&out).fails_with(2, &["the type Int64 in", "and Utf8 in", "part-00003.parquet"]);
        std::fs::remove_dir_all(&cases).unwrap();
        std::fs::create_dir(&cases).unwrap();
        files(&out).fails_with(2, &["the folder has no files that end in .parquet"]);
        assert!(!out.exists());
    }

    #[test]
    fn a_table_that_is_not_of_cases_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let (cases, answers) = (folder.path().join("cases.parquet"), folder.path().join("answers.parquet"));
        write(&cases, vec![("presnt", lists(&[&["fever"]]))]);
        let network = example();
        let files = ["--cases", cases.to_str().unwrap(), "--out", answers.to_str().unwrap()];
        let run = || etio(&[&["diagnose", "--network", &network], &files[..]].concat());
        run().fails_with(2, &["column `presnt` is not read; did you mean `present`?"]);
        write(&cases, vec![("terms", lists(&[&["fever"]]))]);
        run().fails_with(2, &["no column `present`; it has `terms`"]);
        std::fs::write(&cases, "not Parquet").unwrap();
        run().fails_with(2, &["cases.parquet"]);
        assert!(!answers.exists());
        assert_eq!(names_in(folder.path()), ["cases.parquet"]);
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_cases_are_not_replaced_by_their_answers() {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("cases.parquet");
        write(&cases, vec![("present", lists(&[&["fever"]]))]);
        let before = std::fs::read(&cases).unwrap();
        let other = folder.path().join(".").join("cases.parquet");
        let files = ["--cases", cases.to_str().unwrap(), "--out", other.to_str().unwrap()];
        etio(&[&["diagnose", "--network", &example()], &files[..]].concat())
            .fails_with(2, &["--out is the file of the cases"]);
        assert_eq!(std::fs::read(&cases).unwrap(), before);
    }

    #[test]
    fn suggestions_do_not_depend_on_the_number_of_threads() {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("cases.parquet");
        let ids: Vec<String> = (0..3000).map(|at| format!("fever{at}")).collect();
        let rows: Vec<[&str; 1]> = ids.iter().map(|id| [id.as_str()]).collect();
        let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
        write(&cases, vec![("present", lists(&rows))]);
        let network = example();
        let errors = |threads: &str| -> Vec<String> {
            let answers = folder.path().join("answers.parquet");
            let files = ["--cases", cases.to_str().unwrap(), "--out", answers.to_str().unwrap()];
            let base = ["diagnose", "--network", &network, "--threads", threads];
            assert_eq!(etio(&[&base[..], &files[..]].concat()).code, 1, "all cases fail");
            let batches = read(&answers);
            let errors = batches.iter().flat_map(|batch| batch["error"].as_string::<i32>().iter().flatten());
            errors.map(str::to_owned).collect()
        };
        let one = errors("1");
        assert_eq!(one.len(), 3000);
        assert!(one.iter().all(|error| error.contains("did you mean `fever`")));
        assert_eq!(one, errors("2"));
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_the_answers_as_the_umask_says() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let (cases, answers) = (folder.path().join("cases.parquet"), folder.path().join("answers.parquet"));
        write(&cases, vec![("present", lists(&[&["fever"]]))]);
        let files = ["--cases", cases.to_str().unwrap(), "--out", answers.to_str().unwrap()];
        etio(&[&["diagnose", "--network", &example()], &files[..]].concat()).succeeds();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
        // The test has created the other file itself.
        assert_eq!(mode(&answers), mode(&cases));
    }

    #[cfg(unix)]
    #[test]
    fn a_terminated_run_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let (cases, answers) = (folder.path().join("cases.parquet"), folder.path().join("answers.parquet"));
        // More than a debug build answers before it is stopped, and all of it in one batch.
        let rows: Vec<&[&str]> = vec![&["fever", "cough"]; 4000];
        write(&cases, vec![("present", lists(&rows))]);
        let network = example();
        let mut run = std::process::Command::new(assert_cmd::cargo::cargo_bin("etio"))
            .args([
                "diagnose",
                "--network",
                &network,
                "--method",
                "likelihood-weighting",
                "--threads",
                "1",
                "--cases",
            ])
            .args([&cases, Path::new("--out"), &answers])
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        // The unfinished file is there before any answer is.
        while names_in(folder.path()).len() < 2 {
            assert!(run.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let kill = std::process::Command::new("kill").arg(run.id().to_string()).status().unwrap();
        assert!(kill.success());
        let output = run.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("stopped by a signal"), "{errors}");
        assert_eq!(names_in(folder.path()), ["cases.parquet"]);
    }
}
