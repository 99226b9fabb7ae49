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

/** Adds a fake of a PostgreSQL program, which records its arguments and runs `then`. */
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

async function backUp(
  url = 'postgres://kestrel:geheim@db.example:5432/app',
  given: Record<string, string> = {},
) {
  const env = {
    ...given,
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
  ['postgres:///app?user=u&password=a%26b', 'a&b', 'postgres:///app?user=u'],
  ['postgres:///app?password=p&host=/run/p', 'p', 'postgres:///app?host=/run/p'],
  ['postgres://u@db.example/app', '', 'postgres://u@db.example/app'],
  ['postgresql:///app?host=/run/postgresql', '', 'postgresql:///app?host=/run/postgresql'],
])(
  'the backup script keeps the password of %s out of the arguments that other users can list',
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

it('the backup script keeps a dump, and prints the total size of all dumps', async () => {
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
  'the backup script leaves nothing behind if %s fails, and removes leftovers of a killed run',
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
])('the backup script makes no dump of a database %s', async (_, then, words) => {
  await addProgram('psql', then);
  const { code, said } = await backUp();
  expect(said).toMatch(words);
  expect(code).not.toBe(0);
  expect(await readdir(backups)).toEqual([]);
});

it('the backup script asks for the database URL if none is set', async () => {
  const { code, said } = await backUp('');
  expect(said).toMatch(/DATABASE_URL.*is unset/);
  expect(code).not.toBe(0);
});

/** Adds daily and weekly dumps of earlier days, newest first. */
async function addFormer(days: string[]) {
  const names = days.flatMap((day) => [`daily-${day}T0300.dump`, `weekly-${day}T0300.dump`]);
  await Promise.all(names.map((name) => writeFile(join(backups, name), 'former')));
  return names.sort();
}
const former = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];

const refused = [
  '0',
  '00',
  '-1',
  '+3',
  'abc',
  'off',
  'all',
  '14d',
  '5 # five',
  "'5'",
  ' 5',
  '5\n5',
  '08',
  '1e2',
  '1.5',
  '0x5',
  '99999999999999999999',
];
it.each(['KEEP_DAILY', 'KEEP_WEEKLY'].flatMap((name) => refused.map((value) => [name, value])))(
  'the backup script rejects %s=%j before anything is dumped or deleted',
  async (name, value) => {
    const there = await addFormer(former);
    const { code, said } = await backUp(undefined, { [name as string]: value as string });
    expect(said).toContain(`${name} is '${value}': give a whole number from 1`);
    expect(code).toBe(2);
    expect((await readdir(backups)).sort()).toEqual(there);
    await expect(readFile(log, 'utf8')).rejects.toThrow('ENOENT');
  },
);

it.each([
  ['1', '1', 1],
  ['3', '2', 3],
  ['', '', 5],
])(
  'the backup script keeps %j daily and %j weekly dumps, including the new one',
  async (daily, weekly, n) => {
    await addFormer(former);
    expect(await backUp(undefined, { KEEP_DAILY: daily, KEEP_WEEKLY: weekly })).toMatchObject({
      code: 0,
    });
    const left = (await readdir(backups)).filter((name) => name.startsWith('daily'));
    expect(left).toHaveLength(n);
    expect(left.filter((name) => former.every((day) => !name.includes(day)))).toHaveLength(1);
    const weeklies = (await readdir(backups)).filter((name) => name.startsWith('weekly'));
    // On Sundays there is an additional dump, which is always kept.
    if (weekly) expect(weeklies).toHaveLength(Number(weekly));
    else expect(weeklies.length).toBeGreaterThanOrEqual(former.length);
  },
);

it('the backup script keeps the new dump even if a clock that was set back gave it an earlier name', async () => {
  await addFormer(['2199-01-01', '2199-01-02']);
  expect(await backUp(undefined, { KEEP_DAILY: '1', KEEP_WEEKLY: '1' })).toMatchObject({ code: 0 });
  const left = (await readdir(backups)).filter((name) => name.startsWith('daily'));
  expect(left).toEqual([expect.not.stringContaining('2199')]);
});
