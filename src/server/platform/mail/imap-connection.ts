import type { ImapFlow } from 'imapflow';

import { ImapFailure } from './imap-failures';
import type { ImapSettings } from './imap-url';

/**
 * Folder to which processed emails are moved. It is next to the INBOX, or inside the INBOX on servers where all folders
 * are.
 */
const takenFolder = 'Kestrel';

/**
 * Maximum length in bytes of a response line that is not an email, such as the list of a mailbox with millions of
 * emails.
 */
const lineBytesMax = 64 * 1024 * 1024;

export interface ImapConnection {
  client: ImapFlow;
  /** Path of the folder for processed emails. */
  folder: string;
  /** True if the server announces new emails (IDLE). */
  canIdle: boolean;
  /** Error that broke the connection. */
  broken: unknown;
  /** Signs out, or closes the connection if that takes too long. */
  close(): Promise<void>;
}

interface ConnectionOptions {
  /** Maximum size of an email in bytes. If the server sends a larger response, the connection is closed. */
  bytesMax: number;
  /** Maximum milliseconds without data from the server while a response is due. */
  quietMs: number;
  /** Signal that closes the connection immediately, in any state. */
  closing: AbortSignal;
  onNews?(): void;
}

const signOutMs = 500;

/** Connects, signs in, opens the mailbox and finds or creates the folder for processed emails. */
export async function connectMailbox(
  settings: ImapSettings,
  options: ConnectionOptions,
): Promise<ImapConnection> {
  const { closing, onNews = () => {} } = options;
  // Imported with the first connection, so that startup does not wait for the library.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: settings.host,
    port: settings.port,
    secure: settings.security === 'tls',
    ...(settings.security === 'starttls' && { doSTARTTLS: true }),
    ...(settings.security === 'loopback' && { tls: { rejectUnauthorized: false } }),
    auth: { user: settings.user, pass: settings.password },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    disableIMAP4rev2: true,
    maxLockHoldTime: 0,
    connectionTimeout: options.quietMs,
    greetingTimeout: options.quietMs,
    socketTimeout: options.quietMs,
    maxLineLength: lineBytesMax,
    maxLiteralSize: options.bytesMax + 64 * 1024,
    maxResponseSize: options.bytesMax + lineBytesMax,
  });
  const connection: ImapConnection = {
    client,
    folder: '',
    canIdle: false,
    broken: undefined,
    async close() {
      const late = setTimeout(() => client.close(), signOutMs);
      // If signing out fails, the connection is closed anyway.
      if (client.usable) await client.logout().catch(() => {});
      clearTimeout(late);
      client.close();
      closing.removeEventListener('abort', closeAtOnce);
    },
  };
  const closeAtOnce = () => client.close();
  client.on('error', (error) => {
    connection.broken ??= error;
  });
  client.on('close', onNews);
  client.on('exists', onNews);
  closing.addEventListener('abort', closeAtOnce, { once: true });
  if (closing.aborted) closeAtOnce();
  try {
    await client.connect();
    connection.canIdle = can(client, 'IDLE');
    await openMailbox(client, settings.mailbox);
    connection.folder = await takenFolderOf(client);
    const opened = client.mailbox || undefined;
    if (opened?.path === connection.folder) {
      throw new ImapFailure(
        `Mails that were taken are moved to the folder ${takenFolder}: watch another mailbox.`,
      );
    }
  } catch (error) {
    await connection.close();
    const cause = connection.broken ?? error;
    const isRefused = (cause as { authenticationFailed?: boolean }).authenticationFailed;
    if (isRefused && !takesPasswords(client)) throw new ImapFailure(noPasswords, { cause });
    throw cause;
  }
  return connection;
}

const noPasswords =
  'The mail server does not accept passwords for sign-in. Allow an app password there, use another mailbox, or send mail to the webhook.';

/** Returns whether a server offers signing in with a password. Some mail services only accept OAuth tokens. */
function takesPasswords({ capabilities }: ImapFlow): boolean {
  if (capabilities.has('AUTH=PLAIN') || capabilities.has('AUTH=LOGIN')) return true;
  const methods = [...capabilities.keys()].filter((name) => name.startsWith('AUTH='));
  return !capabilities.has('LOGINDISABLED') && methods.length === 0;
}

/**
 * Returns whether a server has a capability. IMAP4rev2 includes these former extensions even if the server does not
 * list them.
 */
export function can({ capabilities }: ImapFlow, name: 'IDLE' | 'MOVE' | 'UIDPLUS'): boolean {
  const isNewOnly = capabilities.has('IMAP4rev2') && !capabilities.has('IMAP4rev1');
  return isNewOnly || capabilities.has(name);
}

/**
 * Opens the mailbox. Holds the mailbox's lock while the connection is open, because the library then checks whether a
 * silent server is still reachable.
 */
async function openMailbox(client: ImapFlow, mailbox: string): Promise<void> {
  try {
    await client.getMailboxLock(mailbox);
  } catch (error) {
    const delimiter = client.namespace?.delimiter;
    const isMissing = (error as { mailboxMissing?: boolean }).mailboxMissing;
    if (!isMissing || !delimiter || delimiter === '/' || !mailbox.includes('/')) throw error;
    await client.getMailboxLock(mailbox.split('/'));
  }
  const opened = client.mailbox || undefined;
  if (opened?.readOnly) {
    throw new ImapFailure('The mailbox can only be read, so that no mail can be moved out of it.');
  }
}

/** Returns the path of the folder for processed emails. Creates the folder if it is missing. */
export async function takenFolderOf(client: ImapFlow): Promise<string> {
  const folder = `${client.namespace?.prefix ?? ''}${takenFolder}`;
  if (await isThere(client, folder)) return folder;
  try {
    await client.mailboxCreate(folder);
  } catch (error) {
    // Another instance or a person may have created the folder first.
    if (!client.usable) throw error;
    if (!(await isThere(client, folder))) {
      throw new ImapFailure(`The mail server does not let the folder ${takenFolder} be made.`, {
        cause: error,
      });
    }
  }
  return folder;
}

async function isThere(client: ImapFlow, folder: string): Promise<boolean> {
  try {
    return Boolean(await client.status(folder, { messages: true }));
  } catch (error) {
    if ((error as { code?: string }).code === 'NotFound') return false;
    throw error;
  }
}

/**
 * Connects, opens the mailbox, creates the folder for processed emails if it is missing, and signs out.
 *
 * @throws an error that `imapReasonFor` can explain
 */
export async function checkMailbox(settings: ImapSettings, withinMs = 10_000): Promise<void> {
  const closing = new AbortController();
  const late = setTimeout(() => closing.abort(), withinMs);
  try {
    const connection = await connectMailbox(settings, {
      bytesMax: 0,
      quietMs: withinMs,
      closing: closing.signal,
    });
    await connection.close();
  } catch (error) {
    throw closing.signal.aborted
      ? new ImapFailure('The mail server did not answer in time.', { cause: error })
      : error;
  } finally {
    clearTimeout(late);
  }
}
