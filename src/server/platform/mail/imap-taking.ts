import type { ImapFlow } from 'imapflow';

import { can, type ImapConnection, takenFolderOf } from './imap-connection';
import { ImapFailure } from './imap-failures';

export interface IncomingMail {
  raw: Buffer;
  /** False for an email that is too large to download. `raw` then contains only the headers. */
  isWhole: boolean;
  size: number;
}

interface TakingOptions {
  bytesMax: number;
  take(mail: IncomingMail): Promise<void>;
  /**
   * Number of failures of each email, by UID. Remains across connections. It affects only the order of attempts, so
   * reassigned UIDs do no harm.
   */
  failures: Map<number, number>;
  /** Signal after which no other email is started. */
  ending: AbortSignal;
}

/** Flag for copied emails, on servers that can neither move an email nor expunge a single one. */
const takenKeyword = '$KestrelTaken';
const lost = 'The connection to the mail server was lost.';
const headerBytesMax = 256 * 1024;
/**
 * Number of consecutive failures after which the cause is probably not a single email, so that no further emails are
 * downloaded.
 */
const failuresInRowMax = 10;

/**
 * Stores the emails of the mailbox one at a time, ordered by UID, until there are none, including emails that arrive
 * meanwhile. An email that fails stays in the mailbox, and the next run tries the others first.
 *
 * @throws the first failure, once all emails were tried
 */
export async function takeAll(connection: ImapConnection, options: TakingOptions): Promise<void> {
  const { client } = connection;
  const { failures, ending } = options;
  const tried = new Set<number>();
  let failure: { error: unknown } | undefined;
  let failedInRow = 0;
  for (;;) {
    const present = await listMails(client);
    forgetAllBut(present, failures);
    const untried = present.filter((uid) => !tried.has(uid));
    if (untried.length === 0) break;
    for (const uid of leastFailedFirst(untried, failures)) {
      if (ending.aborted) return;
      tried.add(uid);
      try {
        await takeOne(connection, uid, options);
        failures.delete(uid);
        failedInRow = 0;
      } catch (error) {
        if (ending.aborted) return;
        failures.set(uid, (failures.get(uid) ?? 0) + 1);
        failedInRow += 1;
        failure ??= { error };
        if (!client.usable || failedInRow === failuresInRowMax) throw failure.error;
      }
    }
  }
  if (failure) throw failure.error;
}

function forgetAllBut(present: number[], failures: Map<number, number>): void {
  if (failures.size === 0) return;
  const uids = new Set(present);
  for (const uid of failures.keys()) if (!uids.has(uid)) failures.delete(uid);
}

function leastFailedFirst(uids: number[], failures: Map<number, number>): number[] {
  const count = (uid: number) => failures.get(uid) ?? 0;
  return uids.sort((one, other) => count(one) - count(other) || one - other);
}

async function listMails(client: ImapFlow): Promise<number[]> {
  // Some servers report new emails only in response to a command.
  await client.noop();
  const query = canRemove(client)
    ? { all: true }
    : acceptsKeywords(client)
      ? { unKeyword: takenKeyword }
      : { seen: false };
  const uids = await client.search(query, { uid: true });
  if (!client.usable) throw new ImapFailure(lost);
  if (!uids) throw new ImapFailure('The mail server does not list the mails of the mailbox.');
  return uids;
}

async function takeOne(
  connection: ImapConnection,
  uid: number,
  options: TakingOptions,
): Promise<void> {
  const { client } = connection;
  const mail = await readMail(client, uid, options.bytesMax);
  if (!mail || options.ending.aborted) return;
  try {
    await options.take(mail);
  } catch (error) {
    throw new ImapFailure('A mail could not be stored. The log says why.', { cause: error });
  }
  await putAway(connection, uid);
}

/** Downloads an email. @returns undefined if the email no longer exists, because a person has moved or deleted it */
async function readMail(
  client: ImapFlow,
  uid: number,
  bytesMax: number,
): Promise<IncomingMail | undefined> {
  const found = await unlessRemoved(client, uid, () =>
    client.fetchOne(String(uid), { uid: true, size: true }, { uid: true }),
  );
  if (!found) return undefined;
  const size = found.size ?? 0;
  if (size <= bytesMax) {
    // Reads one byte more than the limit, which shows that an email is too large, because some servers only estimate
    // sizes.
    const raw = await readStart(client, uid, bytesMax + 1);
    if (!raw) return undefined;
    if (raw.length <= bytesMax) return { raw, isWhole: true, size: raw.length };
  }
  const start = await readStart(client, uid, Math.min(headerBytesMax, bytesMax));
  if (!start) return undefined;
  const end = start.indexOf('\r\n\r\n');
  const raw = end < 0 ? start : start.subarray(0, end + 4);
  return { raw, isWhole: false, size: Math.max(size, bytesMax + 1) };
}

async function readStart(
  client: ImapFlow,
  uid: number,
  maxLength: number,
): Promise<Buffer | undefined> {
  const found = await unlessRemoved(client, uid, () =>
    client.fetchOne(String(uid), { uid: true, source: { maxLength } }, { uid: true }),
  );
  if (!found) return undefined;
  if (!found.source) {
    // Dovecot responds like this if the email was removed after it was listed.
    if (await isGone(client, uid)) return undefined;
    throw new ImapFailure('The mail server does not hand out a mail that it lists.');
  }
  return found.source;
}

/**
 * Returns the result of `fetch`; undefined if the server responds with NO because the email was removed after it was
 * listed.
 */
async function unlessRemoved<Result>(
  client: ImapFlow,
  uid: number,
  fetch: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await fetch();
  } catch (error) {
    const wasRefused = 'responseStatus' in (error as object) && client.usable;
    if (wasRefused && (await isGone(client, uid))) return undefined;
    throw error;
  }
}

async function isGone(client: ImapFlow, uid: number): Promise<boolean> {
  await client.noop();
  const uids = await client.search({ uid: String(uid) }, { uid: true });
  return Array.isArray(uids) && !uids.includes(uid);
}

/** Moves a stored email. Leaves other emails in the mailbox unchanged, even if they are marked as deleted. */
async function putAway(connection: ImapConnection, uid: number): Promise<void> {
  const { client } = connection;
  const put = canRemove(client) ? move : copyAndMark;
  if (await put(connection, uid)) return;
  if (!client.usable) throw connection.broken ?? new ImapFailure(lost);
  // A person may have deleted the folder, or moved the email.
  connection.folder = await takenFolderOf(client);
  if (await put(connection, uid)) return;
  if (!client.usable) throw connection.broken ?? new ImapFailure(lost);
  if (await isGone(client, uid)) return;
  throw new ImapFailure('The mail server does not let mails that were taken be moved.');
}

/** Moves an email with MOVE, or else copies it and removes only this email with `UID EXPUNGE`. */
async function move({ client, folder }: ImapConnection, uid: number): Promise<boolean> {
  return Boolean(await client.messageMove(String(uid), folder, { uid: true }));
}

async function copyAndMark({ client, folder }: ImapConnection, uid: number): Promise<boolean> {
  if (!(await client.messageCopy(String(uid), folder, { uid: true }))) return false;
  const flag = acceptsKeywords(client) ? takenKeyword : String.raw`\Seen`;
  return await client.messageFlagsAdd(String(uid), [flag], { uid: true });
}

function canRemove(client: ImapFlow): boolean {
  return can(client, 'MOVE') || can(client, 'UIDPLUS');
}

function acceptsKeywords(client: ImapFlow): boolean {
  const opened = client.mailbox || undefined;
  const allowed = opened?.permanentFlags;
  return !allowed || allowed.has(String.raw`\*`) || allowed.has(takenKeyword);
}
