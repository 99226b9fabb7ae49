/** Environment variables with URLs. */
interface Urls {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
}

/** Settings for connecting to the database. */
export interface DatabaseAccess {
  /** URL for queries. It may lead to a pooler. */
  url: string;
  /** Direct URL that bypasses the pooler, for tasks that need a session: LISTEN, migrations, session locks. */
  directUrl: string;
  /**
   * True if the pooler assigns a session to each transaction, like PgBouncer's transaction mode. Statements are then not
   * prepared under a name and not pipelined, and connections set no session settings.
   */
  isPooled: boolean;
  /** Maximum number of connections for queries. */
  max?: number;
}

/**
 * URL parameters that the driver reads itself, or that are session settings. The driver sends all others to PostgreSQL,
 * which rejects unknown ones.
 */
const usedParams = new Set([
  'application_name',
  'client_encoding',
  'connect_timeout',
  'host',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'search_path',
  'sslmode',
  'sslnegotiation',
  'target_session_attrs',
  'timezone',
]);

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const sessionKinds = new Set(['read-write', 'read-only', 'primary', 'standby', 'prefer-standby']);

/** Returns whether a parameter is meant for another program, and can be dropped without a warning. */
const isNothing = (name: string, value: string): boolean =>
  name === 'pgbouncer' ||
  (name === 'schema' && value === 'public') ||
  (name === 'target_session_attrs' && value === 'any') ||
  (name === 'channel_binding' && value !== 'require') ||
  (name === 'gssencmode' && value !== 'require');

interface DriverUrl {
  url: string;
  /** True with `pgbouncer=true`, which Prisma introduced. */
  saysPooler: boolean;
  /** Names of parameters that were dropped. */
  ignored: string[];
}

/** Rewrites a URL for the driver: the TLS mode has a single name, and parameters of other drivers are dropped. */
function driverUrlOf(value: string): DriverUrl {
  const url = new URL(value);
  const given = [...url.searchParams];
  if (given.length === 0) return { url: value, saysPooler: false, ignored: [] };
  const kept = new URLSearchParams();
  const ignored: string[] = [];
  for (const [name, one] of given) {
    const sslMode = sslModeOf(name, one);
    if (sslMode) kept.set('sslmode', sslMode);
    else if (isNothing(name, one)) continue;
    else if (
      usedParams.has(name) &&
      name !== 'sslmode' &&
      (name !== 'target_session_attrs' || sessionKinds.has(one))
    ) {
      kept.set(name, one);
    } else ignored.push(name);
  }
  url.search = kept.toString();
  const saysPooler = given.some(([name, one]) => name === 'pgbouncer' && one === 'true');
  return { url: url.href, saysPooler, ignored };
}

/** Returns the libpq TLS mode that a parameter requests, even in another driver's spelling. */
function sslModeOf(name: string, value: string): string | undefined {
  if (name === 'sslrootcert' && value === 'system') return 'verify-full';
  if (name !== 'ssl' && name !== 'sslmode') return undefined;
  if (name === 'ssl' && /^(true|1)$/.test(value)) return 'verify-full';
  if (name === 'ssl' && /^(false|0)$/.test(value)) return 'disable';
  if (value === 'no-verify') return 'require';
  return sslModes.includes(value) ? value : undefined;
}

/**
 * Finds a TLS mode that does not exist. If it was ignored, others might be able to read the connection.
 *
 * @returns a sentence that lists the valid modes
 */
export function tlsProblemOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const unknown = [...new URL(url).searchParams].find(
    ([name, value]) => /^ssl(mode)?$/.test(name) && sslModeOf(name, value) === undefined,
  );
  if (!unknown) return undefined;
  const [name] = unknown;
  const values = [...(name === 'ssl' ? ['true', 'false'] : []), ...sslModes];
  return `has an unknown ${name}: use ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

/** Returns the names of URL parameters that are not used. Omits their values, which may be secrets. */
export const ignoredParams = (url: string): string[] =>
  URL.canParse(url) ? driverUrlOf(url).ignored : [];

/** Returns whether DATABASE_URL requires that DATABASE_DIRECT_URL is set as well. */
export const needsDirectUrl = (env: Urls): boolean =>
  env.DATABASE_URL !== undefined &&
  driverUrlOf(env.DATABASE_URL).saysPooler &&
  (env.DATABASE_DIRECT_URL === undefined || env.DATABASE_DIRECT_URL === env.DATABASE_URL);

export function databaseAccess(env: Urls & { DATABASE_URL: string }): DatabaseAccess {
  const { url } = driverUrlOf(env.DATABASE_URL);
  const directUrl = driverUrlOf(env.DATABASE_DIRECT_URL ?? url).url;
  return { url, directUrl, isPooled: directUrl !== url };
}
