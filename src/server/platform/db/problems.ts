/** What keeps the product from its database, for the operator. */
export interface DatabaseProblem {
  /** Names the variable. */
  line: string;
  /** Nothing but a change of the settings, or of the database's own, helps. */
  isLasting: boolean;
}

/** Of the network, of the driver, and of a server that is starting, stopping or full. */
const passing = new Map<RegExp, string>([
  // The second one is of a Unix socket.
  [/^(ECONNREFUSED|ENOENT)$/, 'nothing answers at DATABASE_URL; is the database running?'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host in DATABASE_URL has no address'],
  [/^(ETIMEDOUT|CONNECT_TIMEOUT)$/, 'the database at DATABASE_URL does not answer in time'],
  [/^E(HOST|NET)UNREACH$/, 'the host in DATABASE_URL cannot be reached'],
  [
    /^(ECONNRESET|EPIPE|CONNECTION_(CLOSED|DESTROYED|ENDED))$/,
    'the database at DATABASE_URL closes the connection',
  ],
  [/^57P0[1-5]$/, 'the database at DATABASE_URL is starting or stopping'],
  [/^53...$/, 'the database at DATABASE_URL has no room for another connection'],
  // PgBouncer says no more where its database is away.
  [/^08...$/, 'the pooler at DATABASE_URL has no database'],
]);

const lasting = new Map<RegExp, string>([
  [
    /^28000$/,
    'DATABASE_URL: the database does not let this user in from here; see its pg_hba.conf',
  ],
  [/^28...$/, 'DATABASE_URL: the database refuses this user name or password'],
  [
    /^3D000$/,
    'DATABASE_URL: there is no such database; make it with createdb, or correct its name',
  ],
  [/^42501$/, 'DATABASE_URL: this user may not do what the product needs; make it the owner'],
]);

const wordsIn = (words: Map<RegExp, string>, code: string) =>
  [...words].find(([pattern]) => pattern.test(code))?.[1];

/** @returns undefined for any other error, such as one of a file */
export function databaseProblemOf(error: unknown): DatabaseProblem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Of a request over HTTP, such as one to the S3 store.
    if (cause instanceof TypeError) return undefined;
    const all: unknown[] = cause instanceof AggregateError ? [cause, ...cause.errors] : [cause];
    for (const one of all) {
      const { code = '', message = '', syscall = 'connect' } = one as NodeJS.ErrnoException;
      if (!['connect', 'getaddrinfo', 'read', 'write'].includes(syscall)) continue;
      const waits = wordsIn(passing, code);
      const words = waits ?? wordsIn(lasting, code);
      if (!words) continue;
      const reason = message || code;
      const said = reason.includes(code) ? reason : `${code}: ${reason}`;
      const named = isOfDirectUrl(error)
        ? words.replace('DATABASE_URL', 'DATABASE_DIRECT_URL')
        : words;
      return { line: `${named} (${said})`, isLasting: waits === undefined };
    }
  }
  return undefined;
}

const isOfDirectUrl = (error: unknown) =>
  error instanceof Error && error.message.startsWith('DATABASE_DIRECT_URL');
