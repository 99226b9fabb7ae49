import { isLoopback } from '~/server/platform/loopback';

export interface ImapSettings {
  host: string;
  port: number;
  /**
   * Encryption of the connection. With `loopback`, it is only used if the server offers it, because the connection
   * stays on this machine.
   */
  security: 'tls' | 'starttls' | 'loopback';
  user: string;
  password: string;
  mailbox: string;
}

const shape = 'imaps://USER:PASSWORD@HOST/MAILBOX';
const isControl = /\p{Cc}/u;

/**
 * Parses `INBOUND_IMAP_URL`. `imap://` requires STARTTLS, except for a server on this machine.
 *
 * @throws Error whose message does not contain the URL, because the log would then contain the password
 */
export function parseImapUrl(value: string): ImapSettings {
  if (!URL.canParse(value)) throw new Error(`must look like ${shape}`);
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(value);
  if (protocol !== 'imaps:' && protocol !== 'imap:') {
    throw new Error('must be an imaps:// or imap:// URL');
  }
  if (search || hash) throw new Error('contains ? or #: please write %3F or %23');
  if (!hostname) throw new Error(`names no host: it must look like ${shape}`);
  if (!username || !password) {
    throw new Error(`names no user or no password: it must look like ${shape}`);
  }
  if (port === '0') throw new Error('must name a port from 1 to 65535, or none');
  const host = decode(hostname.replace(/^\[|\]$/g, ''), 'host');
  const isSecure = protocol === 'imaps:';
  return {
    host,
    port: port ? Number(port) : isSecure ? 993 : 143,
    security: isSecure ? 'tls' : isLoopback(host) ? 'loopback' : 'starttls',
    user: decode(username, 'user'),
    password: decode(password, 'password'),
    mailbox: decode(pathname, 'mailbox').replace(/^\/+|\/+$/g, '') || 'INBOX',
  };
}

function decode(part: string, name: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(part);
  } catch {
    throw new Error(`contains a % in its ${name}: please write %25`);
  }
  if (isControl.test(decoded)) throw new Error(`has a control character in its ${name}`);
  return decoded;
}
