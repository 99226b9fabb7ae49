import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, it } from 'vitest';

const execute = promisify(execFile);

let folder: string;
let backups: string;
let log: string;

/** Stands in for a program of PostgreSQL: writes down how it was called, and does as `then` says. */
async function addProgram(name: string, then: string) {
  const path = join(folder, 'bin', name);
  const script = `#!/bin/sh
printf '%s|%s|%s\\n' ${name} "$PGPASSWORD" "$*" >> '${log}'
${then}
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
}

const writesDump = `for one in "$@"; do case $one in --file=*) echo dump > "\${one#--file=}" ;; esac; done`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-script-'));
  backups = join(folder, 'backups');
  log = join(folder, 'log');
  await execute('mkdir', [join(folder, 'bin'), backups]);
  await addProgram('pg_dump', writesDump);
  await addProgram('pg_restore', '');
  await addProgram('psql', 'case "$*" in *exists*) echo t ;; *) cat > /dev/null ;; esac');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function backUp(url = 'postgres://kestrel:geheim@db.example:5432/app') {
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    DATABASE_URL: url,
    BACKUP_DIR: backups,
  };
  const { stdout, stderr, code } = await execute('sh', ['deploy/backup.sh'], { env }).then(
    (output) => ({ ...output, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { code, said: stdout + stderr };
}

it.each([
  [
    'postgres://kestrel:geheim@db.example:5432/app',
    'geheim',
    'postgres://kestrel@db.example:5432/app',
  ],
  [
    'postgres://u:p%40ss%2Fw%25rd%C3%BC@db/app?sslmode=require',
    'p@ss/w%rdü',
    'postgres://u@db/app?sslmode=require',
  ],
  ['postgres://u@db.example/app', '', 'postgres://u@db.example/app'],
  ['postgresql:///app?host=/run/postgresql', '', 'postgresql:///app?host=/run/postgresql'],
])(
  'gives the password of %s to no argument, which every user could list',
  async (url, password, address) => {
    expect(await backUp(url)).toMatchObject({ code: 0 });
    const calls = (await readFile(log, 'utf8')).trim().split('\n');
    expect(calls.map((call) => call.split('|')[0])).toEqual([
      'psql',
      'pg_dump',
      'pg_restore',
      'psql',
    ]);
    for (const call of calls) {
      const [program, given, args = ''] = call.split('|');
      expect(given).toBe(password);
      if (program !== 'pg_restore') expect(args.endsWith(` ${address}`)).toBe(true);
    }
  },
);

it('keeps a dump, and says how much room all of them take', async () => {
  const { code, said } = await backUp();
  expect(said).toMatch(
    /^Saved \S+daily-[\dT-]+\.dump \(\S+\); all backups there take \S+, and \S+ are free$/m,
  );
  expect(code).toBe(0);
  expect((await readdir(backups)).filter((name) => name.startsWith('daily'))).toHaveLength(1);
});

it.each([
  ['pg_dump', `${writesDump}; echo 'No space left on device' >&2; exit 1`],
  ['pg_restore', 'exit 1'],
])(
  'leaves nothing where %s fails, and removes what a killed one has left',
  async (program, then) => {
    await addProgram(program, then);
    const left = join(backups, 'daily-2026-01-01T0300.dump.partial');
    await writeFile(left, 'half');
    await utimes(left, new Date('2026-01-01'), new Date('2026-01-01'));
    expect((await backUp()).code).not.toBe(0);
    expect(await readdir(backups)).toEqual([]);
  },
);

it.each([
  [
    'without users and leads',
    'echo f',
    /^The database has neither users nor leads: nothing was saved/,
  ],
  ['that does not answer', "echo 'connection refused' >&2; exit 2", /^connection refused\n$/],
])('saves nothing of a database %s', async (_, then, words) => {
  await addProgram('psql', then);
  const { code, said } = await backUp();
  expect(said).toMatch(words);
  expect(code).not.toBe(0);
  expect(await readdir(backups)).toEqual([]);
});

it('asks for an address where none is set', async () => {
  const { code, said } = await backUp('');
  expect(said).toMatch(/DATABASE_URL.*is unset/);
  expect(code).not.toBe(0);
});
