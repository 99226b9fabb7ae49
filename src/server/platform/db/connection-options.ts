import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

import type { Options } from 'postgres';

/**
 * Options of the driver, from a URL in the format of libpq. Missing options default to the `PG…` variables, or else to
 * the driver's values.
 */
interface ConnectionOptions {
  host?: string[];
  port?: number[];
  /** Path of a Unix socket. */
  path?: string;
  database?: string;
  username?: string;
  password?: string;
  ssl: false | 'prefer' | 'require' | TlsOptions;
  sslnegotiation?: 'direct';
  target_session_attrs?: 'read-write' | 'primary';
  /** Timeout in seconds. */
  connect_timeout?: number;
  /** Session settings. */
  connection: Record<string, string>;
}

interface TlsOptions {
  /** Certificate of the authority; undefined to use those that Node trusts. */
  ca: string | undefined;
  /** Host to compare with the certificate. */
  host: string;
  checkServerIdentity?: () => undefined;
}

interface ParsedUrl {
  options: ConnectionOptions;
  /** Set by `pgbouncer=true`, a hint that Prisma introduced. */
  saysPooler: boolean;
  /** Names of the parameters that are not used. */
  ignored: string[];
}

const sessionSettings = [
  'application_name',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'search_path',
  'timezone',
];
const used = new Set([
  ...['host', 'port', 'user', 'password', 'dbname', 'client_encoding', 'connect_timeout'],
  ...['ssl', 'sslmode', 'sslrootcert', 'sslnegotiation', 'target_session_attrs'],
  ...sessionSettings,
]);

/** Matches names of parameters that secure a connection, and therefore must not be ignored. */
const ofSecurity = /ssl|tls|cert|crl|secur|encrypt|trust|verif|auth|krb|gss|peer/;

/** Returns whether a parameter has no effect here, so that it can be dropped without a warning. */
const isNothing = (name: string, value: string): boolean =>
  ['pgbouncer', 'sslsni', 'sslcompression'].includes(name) ||
  (name === 'schema' && value === 'public') ||
  (name === 'channel_binding' && value !== 'require') ||
  (name === 'gssencmode' && value !== 'require');

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof sslModes)[number];

/**
 * Matches user name and password, host, port, database and parameters. URLs of libpq can lack a host, which `URL`
 * rejects.
 */
const form =
  /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?(\[[^\]/?#]*\]|[^/?#:@[\]]*)(?::([^/?#,]*))?(?:\/([^?]*))?(?:\?(.*))?$/is;

/**
 * Parses a URL as libpq does, so that psql and this software agree on its meaning.
 *
 * @throws Error whose message continues a sentence that begins with the variable's name
 */
export function parseDatabaseUrl(value: string): ParsedUrl {
  const match = form.exec(value);
  if (!match) {
    const hosts = /^postgres(?:ql)?:\/\/([^/?#]*@)?[^/?#]*,/i.test(value);
    throw new Error(hosts ? 'names several hosts: give one of them' : 'must be a postgres:// URL');
  }
  const [, who = '', authority = '', authorityPort = '', path = '', query = ''] = match;
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(who) ?? [];
  const { params, ignored, saysPooler } = paramsOf(query);
  const param = (name: string, inUrl = '') => params.get(name) || decoded(inUrl) || undefined;
  const host = param('host', authority.replace(/^\[|\]$/g, ''));
  const port = param('port', authorityPort);
  if (
    port !== undefined &&
    !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536)
  ) {
    throw new Error(`has the port ${port}: give a number from 1 to 65535`);
  }
  const portNumber = Number(port ?? process.env.PGPORT ?? 5432);
  const isSocket = host?.startsWith('/') ?? false;
  return {
    options: {
      ...(host !== undefined && !isSocket && { host: [host] }),
      // The driver needs a port for each host.
      ...((port ?? host) !== undefined && { port: [portNumber] }),
      ...(isSocket && { path: `${host}/.s.PGSQL.${portNumber}` }),
      ...given('database', param('dbname', path)),
      ...given('username', param('user', user)),
      ...given('password', param('password', password)),
      ...tlsOf(params, isSocket ? undefined : (host ?? 'localhost')),
      ...sessionOf(params),
    },
    saysPooler,
    ignored,
  };
}

/** Returns the options for the driver. Its types lack some of them, such as a list of hosts. */
export const connectionOptions = (
  url: string,
): Pick<Options<Record<string, never>>, 'connection' | 'connect_timeout'> =>
  parseDatabaseUrl(url).options as object;

const given = <Name extends string>(name: Name, value: string | undefined) =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, string>);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a % that is not followed by two hexadecimal digits: write it as %25');
  }
}

/**
 * Parses the parameters.
 *
 * @throws Error for parameters that contradict each other or must not be ignored
 */
function paramsOf(query: string) {
  const params = new Map<string, string>();
  const ignored: string[] = [];
  let saysPooler = false;
  for (const one of query.split('&').filter(Boolean)) {
    const [, name = '', value = ''] = (/^([^=]*)=?(.*)$/s.exec(one) ?? []).map(decoded);
    const lower = name.toLowerCase();
    if (name === 'pgbouncer' && value === 'true') saysPooler = true;
    if (isNothing(name, value)) continue;
    if (used.has(name)) {
      if (params.has(name) && params.get(name) !== value) {
        throw new Error(`has ${name} twice, with different values`);
      }
      params.set(name, value);
    } else if (used.has(lower)) throw new Error(`has ${name}: write it as ${lower}`);
    else if (ofSecurity.test(lower)) {
      throw new Error(
        `has ${name}${lower === 'gssencmode' ? `=${value}` : ''}, which is not supported: set TLS by sslmode and sslrootcert`,
      );
    } else ignored.push(name);
  }
  return { params, ignored, saysPooler };
}

/** Returns the TLS mode in libpq's terms, also from the spelling of other drivers. */
function sslModeOf(name: 'ssl' | 'sslmode', value: string | undefined): SslMode | undefined {
  if (value === undefined) return undefined;
  if (name === 'ssl' && /^(true|1)$/.test(value)) return 'verify-full';
  if (name === 'ssl' && /^(false|0)$/.test(value)) return 'disable';
  const mode = value === 'no-verify' ? 'require' : sslModes.find((one) => one === value);
  if (mode) return mode;
  const values = [...(name === 'ssl' ? ['true', 'false'] : []), ...sslModes];
  throw new Error(
    `has an unknown ${name}: use ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  );
}

/**
 * Returns the TLS options.
 *
 * @param host undefined for a Unix socket, which needs no TLS
 */
function tlsOf(
  params: ReadonlyMap<string, string>,
  host: string | undefined,
): Pick<ConnectionOptions, 'ssl' | 'sslnegotiation'> {
  const root = params.get('sslrootcert') || undefined;
  const other = sslModeOf('ssl', params.get('ssl'));
  const explicit = sslModeOf('sslmode', params.get('sslmode'));
  const isWeak = (mode: SslMode) => ['disable', 'allow', 'prefer'].includes(mode);
  if (other && explicit && isWeak(other) !== isWeak(explicit)) {
    throw new Error(
      `has ssl=${params.get('ssl')} and sslmode=${explicit}, which contradict each other`,
    );
  }
  const mode = explicit ?? other ?? (root ? 'verify-full' : 'disable');
  if (root === 'system' && mode !== 'verify-full') {
    throw new Error('has sslrootcert=system, which needs sslmode=verify-full');
  }
  const ca = root && root !== 'system' ? authorityIn(root) : undefined;
  const negotiation = params.get('sslnegotiation') ?? 'postgres';
  if (negotiation !== 'postgres' && negotiation !== 'direct') {
    throw new Error('has an unknown sslnegotiation: use postgres or direct');
  }
  if (host === undefined) return { ssl: false };
  const isDirect = negotiation === 'direct';
  if (isWeak(mode) && (root || isDirect)) {
    const what = root ? 'sslrootcert' : 'sslnegotiation=direct';
    throw new Error(`has ${what}, which needs sslmode=require, verify-ca or verify-full`);
  }
  return { ssl: sslOf(mode, ca, host), ...(isDirect && { sslnegotiation: negotiation }) };
}

function sslOf(mode: SslMode, ca: string | undefined, host: string): ConnectionOptions['ssl'] {
  if (mode === 'disable') return false;
  // The driver tries TLS first, and continues without it if the server does not support it.
  if (mode === 'allow' || mode === 'prefer') return 'prefer';
  if (mode === 'require' && !ca) return 'require';
  // As in libpq, `require` with a root certificate also checks the certificate, and `verify-ca` without one also
  // compares the host.
  const checksHost = mode === 'verify-full' || !ca;
  return { ca, host, ...(!checksHost && { checkServerIdentity: () => undefined }) };
}

/** Reads the certificate of an authority. @throws Error if the file contains no certificate in PEM format */
function authorityIn(path: string): string {
  const named = `has sslrootcert=${path}`;
  let ca: string;
  try {
    ca = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${named}, which cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    createSecureContext({ ca });
    if (ca.includes('-----BEGIN')) return ca;
  } catch {
    // The file contains another PEM block, or a damaged certificate.
  }
  throw new Error(`${named}, which is no certificate in PEM format`);
}

/** Parses the session settings. @throws Error for values with which this software cannot work */
function sessionOf(
  params: ReadonlyMap<string, string>,
): Pick<ConnectionOptions, 'connection' | 'connect_timeout' | 'target_session_attrs'> {
  const timeout = params.get('connect_timeout');
  if (timeout && !/^[1-9]\d{0,3}$/.test(timeout)) {
    throw new Error('has an unknown connect_timeout: give a number of seconds from 1 to 9999');
  }
  const attributes = params.get('target_session_attrs') || 'any';
  if (attributes !== 'any' && attributes !== 'read-write' && attributes !== 'primary') {
    throw new Error(
      `has target_session_attrs=${attributes}, with which nothing could be saved: use any, read-write or primary`,
    );
  }
  if (!/^(|auto|utf-?8|unicode)$/i.test(params.get('client_encoding') ?? '')) {
    throw new Error('has a client_encoding other than UTF8, which cannot hold every name and text');
  }
  const inOptions = /(?:-c ?|--)search_path=((?:\\.|\S)*)/.exec(params.get('options') ?? '')?.[1];
  const path = params.get('search_path') ?? inOptions;
  if (path !== undefined && !/(^|[\s,"])public\b/.test(path)) {
    throw new Error(`sets search_path to ${path}: the tables are in the schema public`);
  }
  const settings = sessionSettings.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value] as const] : [];
  });
  return {
    connection: Object.fromEntries(settings),
    ...(timeout && { connect_timeout: Number(timeout) }),
    ...(attributes !== 'any' && { target_session_attrs: attributes }),
  };
}
