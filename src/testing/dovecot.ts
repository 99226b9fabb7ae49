import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from './servers';

const program = '/usr/sbin/dovecot';

/** Dovecot switches to the user mail, which only root can do. */
export const hasDovecot = existsSync(program) && process.getuid?.() === 0;

/** Starts a real IMAP server with one user, whose mailboxes are folders. `prefix` puts all of them below INBOX. */
export async function startDovecot(options: { prefix?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'kestrel-dovecot-'));
  const home = join(folder, 'mail');
  const maildir = join(home, 'Maildir');
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'mail']).toString()),
  ) as [number, number];
  const port = await freePort();
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'users'), `hello:{PLAIN}secret:${uid}:${gid}::${home}::\n`);
  await writeFile(
    join(folder, 'dovecot.conf'),
    [
      `base_dir = ${folder}/run`,
      `log_path = ${folder}/log`,
      'ssl = no',
      'disable_plaintext_auth = no',
      'protocols = imap',
      'mail_location = maildir:~/Maildir',
      'first_valid_uid = 1',
      `namespace inbox {\n inbox = yes\n separator = .\n prefix = ${options.prefix ?? ''}\n}`,
      `service imap-login {\n inet_listener imap {\n address = 127.0.0.1\n port = ${port}\n }\n inet_listener imaps {\n port = 0\n }\n}`,
      `passdb {\n driver = passwd-file\n args = ${folder}/users\n}`,
      `userdb {\n driver = passwd-file\n args = ${folder}/users\n}`,
    ].join('\n'),
  );
  for (const one of [home, maildir, ...['cur', 'new', 'tmp'].map((name) => join(maildir, name))]) {
    await mkdir(one);
    await chown(one, uid, gid);
  }
  let server: ChildProcess | undefined;
  let delivered = 0;

  async function back() {
    if (server) return;
    server = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
    await greets(port, server);
  }

  async function away() {
    const ending = server;
    server = undefined;
    if (!ending) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    await ended;
  }

  await back();
  return {
    url: `imap://hello:secret@127.0.0.1:${port}`,
    port,
    async deliver(raw: string): Promise<void> {
      delivered += 1;
      const name = `${Math.floor(Date.now() / 1000)}.M${String(delivered).padStart(6, '0')}.test`;
      const temporary = join(maildir, 'tmp', name);
      await writeFile(temporary, raw);
      await chown(temporary, uid, gid);
      await rename(temporary, join(maildir, 'new', name));
    },
    /** Returns the emails of a folder such as `.Kestrel`. Defaults to the INBOX. */
    async mails(name = ''): Promise<string[]> {
      const texts: string[] = [];
      for (const part of ['cur', 'new']) {
        const at = join(maildir, name, part);
        if (!existsSync(at)) continue;
        for (const file of await readdir(at)) {
          // The email was moved in the meantime.
          const text = await readFile(join(at, file), 'utf8').catch(() => undefined);
          if (text !== undefined) texts.push(text);
        }
      }
      return texts.sort();
    },
    away,
    back,
    async stop() {
      await away();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the server greets, regardless of how long its start takes. @throws if the server ends before */
async function greets(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('data', () => resolve(true)).once('close', () => resolve(false));
      socket.once('data', () => socket.destroy()).once('error', () => socket.destroy());
    });
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Dovecot ended with ${server.exitCode}`);
}
