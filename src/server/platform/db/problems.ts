/** Reason why the database cannot be used, written for the operator. */
export interface DatabaseProblem {
  /** Message that names the environment variable. */
  line: string;
  /** True if the problem persists until a setting of the server or of the database is changed. */
  isLasting: boolean;
  /** Advice for the operator. */
  action: string;
}

interface Kind {
  pattern: RegExp;
  message?: RegExp;
  words: string;
  action?: string;
  /**
   * True if the code has this meaning only for an error that ended or prevented a connection. As the code of a
   * statement, it has other causes.
   */
  isOfConnection?: true;
}

const checkAddress =
  'Check that it runs, that DATABASE_URL is right, and that its firewall lets this machine in';
const makeRoom = 'Make room on the disk of the database: until then nothing can be saved';

/** Temporary problems: of the network, of the driver, and of a server that is starting, stopping, full or read-only. */
const passing: Kind[] = [
  // The second code is reported for a Unix socket.
  {
    pattern: /^(ECONNREFUSED|ENOENT)$/,
    words: 'nothing answers at DATABASE_URL; is the database running?',
  },
  { pattern: /^(ENOTFOUND|EAI_AGAIN)$/, words: 'the host in DATABASE_URL has no address' },
  {
    pattern: /^(ETIMEDOUT|CONNECT_TIMEOUT)$/,
    words: 'the database at DATABASE_URL does not answer in time',
  },
  { pattern: /^E(HOST|NET)UNREACH$/, words: 'the host in DATABASE_URL cannot be reached' },
  {
    pattern: /^ECONNRESET$/,
    message: /before secure TLS connection/,
    words: 'the database at DATABASE_URL does not offer TLS, which its sslmode requires',
    action: 'Turn on ssl at the database, or correct sslmode in DATABASE_URL',
  },
  {
    // The driver reports this code if the database server lacks a property that the driver requires.
    pattern: /^CONNECTION_DESTROYED$/,
    words:
      'the database at DATABASE_URL is read-only or a standby, which its target_session_attrs refuses',
    action: 'Name the primary in DATABASE_URL',
  },
  {
    pattern: /^(ECONNRESET|EPIPE|CONNECTION_(CLOSED|ENDED))$/,
    words: 'the database at DATABASE_URL closes the connection',
  },
  { pattern: /^57P0[1-5]$/, words: 'the database at DATABASE_URL is starting or stopping' },
  {
    pattern: /^53100$/,
    words: 'the disk of the database at DATABASE_URL is full',
    action: makeRoom,
  },
  {
    pattern: /^53200$/,
    words: 'the server of the database at DATABASE_URL is out of memory',
    action: 'Give it more memory, or fewer connections',
  },
  {
    pattern: /^53...$/,
    words: 'the database at DATABASE_URL has no room for another connection',
    action: 'Raise its max_connections, or run fewer instances',
  },
  {
    pattern: /^25006$/,
    words: 'the database at DATABASE_URL is read-only, and nothing can be saved in it',
    action:
      'Name the primary in DATABASE_URL where this is a standby; otherwise see default_transaction_read_only of the database, its role and its server',
  },
  {
    pattern: /^58030$/,
    words: 'the server of the database at DATABASE_URL cannot read or write its disk',
    action: 'Look at the disk and the log of the database',
  },
  {
    pattern: /^55000$/,
    words: 'the database at DATABASE_URL accepts no connections',
    action: "Let it, with 'alter database NAME allow_connections true'",
    isOfConnection: true,
  },
  // Includes "could not write init file", whose cause is a full disk.
  {
    pattern: /^(XX...|58...)$/,
    words: 'the server of the database at DATABASE_URL fails at each connection',
    action: 'Look at the log of the database, and at the room on its disk',
    isOfConnection: true,
  },
  // PgBouncer's complete message when its database is unreachable.
  { pattern: /^08...$/, words: 'the pooler at DATABASE_URL has no database' },
];

const poolerUnannounced = {
  words:
    'DATABASE_URL leads to a pooler such as PgBouncer; set DATABASE_DIRECT_URL to the same database without the pooler',
  action: 'Then restart the product',
};

/** Matches SQLSTATEs for statements that were prepared in another session of the pooler. */
const preparedElsewhere = /^(26000|42P05)$/;

const lasting: Kind[] = [
  { pattern: /^08P01$/, message: /unsupported startup parameter/, ...poolerUnannounced },
  { pattern: preparedElsewhere, ...poolerUnannounced },
  {
    pattern:
      /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/,
    words:
      'DATABASE_URL: the certificate of the database is signed by an authority that is unknown here; add sslrootcert=FILE with its certificate, or use sslmode=require, which encrypts without checking the server',
  },
  {
    pattern: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    words:
      'DATABASE_URL: the certificate of the database is for another host; use the host that it names, or sslmode=verify-ca with sslrootcert=FILE',
  },
  {
    pattern: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    words:
      'DATABASE_URL: the certificate of the database is not valid now; renew it, or correct the clock of this machine',
  },
  {
    pattern: /^(42601|42704|22023|55P02)$/,
    words:
      'DATABASE_URL: the database refuses its options or session settings; correct or remove them',
    isOfConnection: true,
  },
  {
    pattern: /^28000$/,
    words: 'DATABASE_URL: the database does not let this user in from here; see its pg_hba.conf',
  },
  {
    pattern: /^28...$/,
    words: 'DATABASE_URL: the database refuses this user name or password',
  },
  {
    pattern: /^3D000$/,
    words: 'DATABASE_URL: there is no such database; make it with createdb, or correct its name',
  },
  {
    pattern: /^42501$/,
    words: 'DATABASE_URL: this user may not do what the product needs; make it the owner',
  },
];

export const isPreparedElsewhere = ({ code = '' }: { code?: string }): boolean =>
  preparedElsewhere.test(code);

/** Matches SQLSTATEs of a server that accepts reads but refuses writes. */
const refusesWrites = /^(25006|53100|58030)$/;

/**
 * Returns the code of an error that means that the database refuses writes.
 *
 * @returns PostgreSQL's code; undefined for any other error
 */
export const refusedWriteOf = ({ code }: { code?: string }): string | undefined =>
  code !== undefined && refusesWrites.test(code) ? code : undefined;

const endsConnection = (severity: string) => severity === 'FATAL' || severity === 'PANIC';

/** Describes a problem of the database. @returns undefined for any other error, such as a file error */
export function databaseProblemOf(error: unknown): DatabaseProblem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // The error belongs to an HTTP request, such as one to the S3 store.
    if (cause instanceof TypeError) return undefined;
    const all: unknown[] = cause instanceof AggregateError ? [cause, ...cause.errors] : [cause];
    for (const one of all) {
      const {
        code = '',
        message = '',
        syscall = 'connect',
        severity = '',
      } = one as NodeJS.ErrnoException & { severity?: string };
      if (!['connect', 'getaddrinfo', 'read', 'write'].includes(syscall)) continue;
      const isIt = ({ pattern, message: words, isOfConnection }: Kind) =>
        pattern.test(code) &&
        (!words || words.test(message)) &&
        (!isOfConnection || endsConnection(severity));
      const fails = lasting.find(isIt);
      const kind = fails ?? passing.find(isIt);
      if (!kind) continue;
      const reason = message || code;
      const said = reason.includes(code) ? reason : `${code}: ${reason}`;
      const { action = fails ? 'Correct DATABASE_URL' : checkAddress } = kind;
      const named = (words: string) =>
        isOfDirectUrl(error) ? words.replace('DATABASE_URL', 'DATABASE_DIRECT_URL') : words;
      return {
        line: `${named(kind.words)} (${said})`,
        isLasting: fails !== undefined,
        action: named(action),
      };
    }
  }
  return undefined;
}

const isOfDirectUrl = (error: unknown) =>
  error instanceof Error && error.message.startsWith('DATABASE_DIRECT_URL');
