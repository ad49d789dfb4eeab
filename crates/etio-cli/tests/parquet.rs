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

    use arrow_array::builder::{ListBuilder, StringBuilder};
    use arrow_array::cast::AsArray;
    use arrow_array::types::Float64Type;
    use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
    use parquet::arrow::ArrowWriter;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;

    fn lists(rows: &[&[&str]]) -> ArrayRef {
        let mut lists = ListBuilder::new(StringBuilder::new());
        for row in rows {
            lists.append_value(row.iter().copied().map(Some));
        }
        Arc::new(lists.finish())
    }

    fn write(path: &Path, columns: Vec<(&str, ArrayRef)>) {
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }

    fn read(path: &Path) -> Vec<RecordBatch> {
        let source = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        source.build().unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn a_row_for_a_row_with_the_numbers_of_json() {
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
