import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { errorCode, processIdentity, sleep } from './embedded-process';

interface Owner {
  pid: number;
  identity: string;
}

/**
 * Returns the text of a file; undefined if it does not exist, because other processes create and delete locks at any
 * time.
 */
const readText = (file: string) => readFile(file, 'utf8').catch(() => undefined);

function parseOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<Owner>;
    return typeof owner.pid === 'number' && typeof owner.identity === 'string'
      ? (owner as Owner)
      : undefined;
  } catch {
    // The file was truncated while being written.
    return undefined;
  }
}

async function lives(owner: Owner): Promise<boolean> {
  const identity = await processIdentity(owner.pid);
  if (identity === undefined) return false;
  return identity === owner.identity || identity === 'alive' || owner.identity === 'alive';
}

/**
 * Creates a lock as a hard link, which appears together with its content, so that no process reads an incomplete lock.
 * Returns false if there is a lock already.
 */
async function claim(lock: string, content: string): Promise<boolean> {
  const draft = `${lock}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Moves a stale lock aside instead of deleting it. If another process has replaced the lock in the meantime, restores
 * the new one.
 */
async function discardStale(lock: string, stale: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  if ((await readText(lock)) !== stale) return;
  try {
    await rename(lock, aside);
  } catch {
    // Another process has moved the lock aside.
    return;
  }
  // If the moved file was a new lock, restores it, unless a third process has created another lock since then (see
  // below).
  if ((await readText(aside)) !== stale) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Returns whether this process still owns the lock. Another process may have moved our new lock aside because it
 * mistook it for a stale one, and a third process may then have created its own.
 */
async function stillHolds(lock: string, content: string): Promise<boolean> {
  for (let look = 0; look < 3; look += 1) {
    await sleep(8);
    const held = await readText(lock);
    if (held !== undefined) return held === content;
  }
  return false;
}

/**
 * Makes this process the only owner of a data folder.
 *
 * @returns a function that releases the folder
 * @throws Error that names the current owner
 */
export async function takeOwnership(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, 'instance.lock');
  const identity = (await processIdentity(process.pid)) ?? 'alive';
  // The nonce distinguishes two owners in one process.
  const content = `${JSON.stringify({ pid: process.pid, identity, nonce: randomUUID() })}\n`;

  for (let attempt = 0; attempt < 20; attempt += 1) {
    if ((await claim(lock, content)) && (await stillHolds(lock, content))) {
      return async () => {
        if ((await readText(lock)) === content) await rm(lock, { force: true });
      };
    }
    const held = await readText(lock);
    if (held === undefined) continue;
    const owner = parseOwner(held);
    if (owner && (await lives(owner)))
      throw new Error(`DATA_DIR ${dataDir} is in use by process ${owner.pid}`);
    await discardStale(lock, held);
    await sleep(attempt * 5);
  }
  throw new Error(`DATA_DIR ${dataDir} is in use: ${lock} cannot be taken`);
}
