import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { isAlive } from '~/testing/product';

let folder: string;
let supervisor: ChildProcess;
let said: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kestrel-supervise-'));
});
afterEach(async () => {
  if (supervisor.exitCode === null && supervisor.signalCode === null) {
    supervisor.kill('SIGKILL');
    await once(supervisor, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Supervises a program that writes a line for each start, then does what the test requested.
 *
 * @param launched a program launched earlier: it waits for the start message, or has already ended
 */
function start(
  program: string,
  settings: Record<string, number> = {},
  launched?: 'waits' | 'is gone',
) {
  const script = join(folder, 'program.mjs');
  const log = JSON.stringify(join(folder, 'starts'));
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs';
    import { once } from 'node:events';
    if (process.argv[2] === 'is gone') process.exit(70);
    if (process.argv[2] === 'waits' && (await once(process, 'message'))[0] !== 'start') process.exit(78);
    appendFileSync(${log}, process.pid + '\\n');
    const starts = readFileSync(${log}, 'utf8').trim().split('\\n').length;
    ${program}`,
  );
  const module = JSON.stringify(pathToFileURL('src/cli/supervise.mjs').href);
  const args = [script];
  const options = { args, settings: { firstDelayMs: 5, ...settings } };
  const runner = `import { launch, supervise } from ${module};
    const first = ${launched ? `launch(${JSON.stringify([...args, launched])})` : 'undefined'};
    if (first) await new Promise((done) => setTimeout(done, 200));
    process.exitCode = await supervise({ ...${JSON.stringify(options)}, first });`;
  said = '';
  supervisor = spawn(process.execPath, ['--input-type=module', '-e', runner], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  supervisor.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
}

const starts = (): number[] => {
  try {
    return readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').map(Number);
  } catch {
    return [];
  }
};
const exitCode = async () => {
  if (supervisor.exitCode === null) await once(supervisor, 'exit');
  return supervisor.exitCode;
};
const serveForEver = 'process.send({ ready: true }); setInterval(() => {}, 1000);';

describe('supervise', () => {
  it('restarts a server that crashed or was killed, and reports it', async () => {
    start(
      `if (starts === 1) process.exit(70);
       if (starts === 2) process.kill(process.pid, 'SIGKILL');
       process.exit(0);`,
    );
    expect(await exitCode()).toBe(0);
    expect(starts()).toHaveLength(3);
    expect(said).toContain('The server ended with code 70. It restarts in');
    expect(said).toContain('The server was ended by SIGKILL. It restarts in');
  });

  it('watches a server that is already running, and starts another one after a crash', async () => {
    start('process.exit(starts === 1 ? 70 : 0);', {}, 'waits');
    expect(await exitCode()).toBe(0);
    expect(starts()).toHaveLength(2);
    expect(said.match(/The server ended with code 70/g)).toHaveLength(1);
  });

  it('starts a server if the one that should be running has ended', async () => {
    start('process.exit(0);', {}, 'is gone');
    expect(await exitCode()).toBe(0);
    expect(starts()).toHaveLength(1);
  });

  it('gives up with a clear message after too many crashes in a row, with growing delays', async () => {
    start('process.exit(70);', { crashesMax: 4, firstDelayMs: 100 });
    expect(await exitCode()).toBe(1);
    expect(starts()).toHaveLength(4);
    expect(said.match(/restarts in [\d.]+ s/g)).toEqual([
      'restarts in 0.1 s',
      'restarts in 0.2 s',
      'restarts in 0.4 s',
    ]);
    expect(said).toContain('4 times in a row. It is not restarted');
  });

  it('does not restart a server that can never start', async () => {
    start('process.exit(78);');
    expect(await exitCode()).toBe(78);
    expect(starts()).toHaveLength(1);
    expect(said).toBe('');
  });

  it('restarts a server that cannot start now but has started before', async () => {
    start(
      `if (starts === 1) process.send({ ready: true }, () => process.exit(70));
       else process.exit(starts === 2 ? 78 : 0);`,
    );
    expect(await exitCode()).toBe(0);
    expect(starts()).toHaveLength(3);
  });

  it('passes SIGTERM on and ends with the server', async () => {
    start(`process.on('SIGTERM', () => process.exit(0)); ${serveForEver}`);
    await vi.waitFor(() => expect(starts()).toHaveLength(1), 5_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    supervisor.kill('SIGTERM');
    expect(await exitCode()).toBe(0);
    expect(starts()).toHaveLength(1);
  });

  it('stops waiting for the next start when it is stopped', async () => {
    start('process.exit(70);', { firstDelayMs: 60_000 });
    await vi.waitFor(() => expect(said).toContain('It restarts in'), 5_000);
    supervisor.kill('SIGTERM');
    expect(await exitCode()).toBe(0);
  });

  it('ends its server when it is killed', async () => {
    start(`process.on('disconnect', () => process.exit(0)); ${serveForEver}`);
    await vi.waitFor(() => expect(starts()).toHaveLength(1), 5_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    supervisor.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(starts()[0] ?? 0)).toBe(false), 5_000);
  });
});
