import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { eventually } from "../ground/eventually.ts";
import { freePort } from "../ground/free-port.ts";

const program = "/usr/sbin/dovecot";

/** Why tests with a real IMAP server cannot run here; false: they can. */
export const withoutDovecot =
  !existsSync(program) && "SKIPPED: no IMAP server here. Debian: apt-get install --no-install-recommends dovecot-imapd";

export type Dovecot = { port: number; tlsPort: number; ca: string; password: string; stop: () => Promise<void> };

/** A real IMAP server with one empty mailbox for every name. It stops with the test file. */
export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-imap-"));
  const [port, tlsPort] = [await freePort(), await freePort()];
  mkdirSync(join(folder, "mail"), { mode: 0o777 });
  const ca = makeCertificate(folder);
  writeFileSync(join(folder, "dovecot.conf"), configuration(folder, port, tlsPort));
  const child = spawn(program, ["-F", "-c", join(folder, "dovecot.conf")], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  after(stop);
  await eventually(() => answers(tlsPort));
  return { port, tlsPort, ca, password, stop };
}

const password = "p@ss/word";

function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const options = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate];
  execFileSync("/usr/bin/openssl", [...options, ...subject], { stdio: "ignore" });
  return readFileSync(certificate, "utf8");
}

function configuration(folder: string, port: number, tlsPort: number): string {
  const { uid, gid, username } = userInfo();
  // Only root may change to other users; mail must not belong to root.
  const isRoot = uid === 0;
  const users = isRoot ? "" : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`;
  const owner = isRoot ? "uid=nobody gid=nogroup" : `uid=${uid} gid=${gid}`;
  if (isRoot) execFileSync("chown", ["nobody", join(folder, "mail")]);
  if (isRoot) execFileSync("chmod", ["711", folder]);
  return `${users}base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
first_valid_uid = 1
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = ${owner} home=${folder}/mail/%u
}
mail_location = maildir:~/Maildir
`;
}

function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", reject);
  });
}
