//! An nginx in front of several replicas.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program;
use crate::server::free_port;

pub struct Nginx {
    child: Child,
    _dir: TempDir,
    pub address: String,
}

impl Nginx {
    /// Balances over replicas as `docs/operations.md` shows; `None` where nginx is not installed.
    pub fn start(replicas: &[u16]) -> Option<Self> {
        let nginx = program(&["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"], "nginx")?;
        let dir = tempfile::tempdir().expect("a folder");
        let address = format!("127.0.0.1:{}", free_port());
        let config = dir.path().join("nginx.conf");
        std::fs::write(&config, configuration(&dir, &address, replicas)).expect("written");
        let child = Command::new(nginx)
            .arg("-p")
            .arg(dir.path())
            .arg("-c")
            .arg(config)
            .args(["-e", "stderr"])
            .stdin(Stdio::null())
            .spawn()
            .expect("it starts");
        let until = Instant::now() + Duration::from_secs(10);
        while std::net::TcpStream::connect(&address).is_err() {
            assert!(Instant::now() < until, "nginx does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(Self { child, _dir: dir, address })
    }
}

fn configuration(dir: &TempDir, address: &str, replicas: &[u16]) -> String {
    let server = |port: &u16| format!("    server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;\n");
    let servers = replicas.iter().map(server).collect::<Vec<_>>().concat();
    let folder = |kind: &&str| format!("  {kind}_temp_path {}/{kind};\n", dir.path().display());
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary = kinds.iter().map(folder).collect::<Vec<_>>().concat();
    format!(
        "daemon off;\nmaster_process off;\nerror_log stderr crit;\npid {}/pid;\nevents {{}}\nhttp {{\n  \
         access_log off;\n{temporary}  upstream etio {{\n{servers}    keepalive 16;\n    keepalive_timeout 5s;\n  }}\n  \
         server {{\n    listen {address};\n    location / {{\n      proxy_pass http://etio;\n      \
         proxy_http_version 1.1;\n      proxy_set_header Connection \"\";\n      proxy_connect_timeout 1s;\n      \
         proxy_next_upstream error timeout non_idempotent;\n    }}\n  }}\n}}\n",
        dir.path().display()
    )
}

impl Drop for Nginx {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
