import type { Plugin } from 'vite';

/** One change to a file of the driver. `find` must occur exactly once. */
interface Edit {
  file: 'connection.js' | 'index.js';
  why: string;
  find: string;
  replace: string;
}

/** Own types of PostgreSQL and those of their arrays; the schema defines no types of its own. Source: its pg_type.dat. */
export const arrayTypes = {
  bool: [16, 1000],
  bytea: [17, 1001],
  name: [19, 1003],
  int8: [20, 1016],
  int2: [21, 1005],
  int4: [23, 1007],
  text: [25, 1009],
  oid: [26, 1028],
  json: [114, 199],
  float4: [700, 1021],
  float8: [701, 1022],
  bpchar: [1042, 1014],
  varchar: [1043, 1015],
  date: [1082, 1182],
  timestamp: [1114, 1115],
  timestamptz: [1184, 1185],
  numeric: [1700, 1231],
  uuid: [2950, 2951],
  jsonb: [3802, 3807],
} as const;

/** The driver's own error for a query or connection that has lost its socket. */
const lost = "Errors.connection('CONNECTION_CLOSED', options, socket)";

/**
 * Corrections to postgres 3.4.9 for connections that close under load. Upstream: porsager/postgres issues 896, 1066, 1154 and
 * 1208, pull requests 1168 and 1209, none of them released. Each edit states the failure it prevents.
 */
export const edits: readonly Edit[] = [
  {
    file: 'connection.js',
    why: 'a write that was waiting for setImmediate when its socket closed threw outside any handler and ended the process',
    find: 'const x = socket.write(chunk, fn)',
    replace: `if (!socket) {
      nextWriteTimer !== null && clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      failPending(${lost})
      return true
    }
    const x = socket.write(chunk, fn)`,
  },
  {
    file: 'connection.js',
    why: 'a statement of an abandoned transaction was given to a closed connection: it waited for ever, and took the connection out of the pool',
    find: `    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
    replace: `    if (!socket) {
      queryError(q, ${lost})
      return true
    }

    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
  },
  {
    file: 'connection.js',
    why: 'bytes of the closed connection were sent first on the next one, or held back its start-up message until the connect timeout',
    find: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
    replace: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
  },
  {
    file: 'connection.js',
    why: 'a server that accepts and hangs up was dialled again without a pause and without an end, and the query never settled',
    find: `    if (initial)
      return reconnect()

    !hadError && (query`,
    replace: `    if (initial && options.host.length > 1)
      return reconnect()

    failPending(${lost})
    ended && (ended(), ending = ended = null)
    !hadError && (initial || query`,
  },
  {
    file: 'connection.js',
    why: 'queries that were sent between a socket error and its close event never settled',
    find: '  function errored(err) {',
    replace: `  function failPending(err) {
    query && queryError(query, err)
    while (sent.length)
      queryError(sent.shift(), err)
    query = results = errorResponse = null
    result = new Result()
  }

  function errored(err) {`,
  },
  {
    file: 'connection.js',
    why: 'the connect timeout could fire once the socket was gone (issue 896 and its kin)',
    find: `    errored(Errors.connection('CONNECT_TIMEOUT', options, socket))
    socket.destroy()`,
    replace: `    errored(Errors.connection('CONNECT_TIMEOUT', options, socket))
    socket && socket.destroy()`,
  },
  {
    file: 'connection.js',
    why: "an error without a query's origin threw while it was being reported",
    find: "query.origin.replace(/.*\\n/, '\\n')",
    replace: "(query.origin || '').replace(/.*\\n/, '\\n')",
  },
  {
    file: 'connection.js',
    why: 'each new connection asked the server for its 200 array types, which are the same in every database, before its first query; lost meanwhile, it left an unhandled rejection',
    find: `        initial.reserve && (initial = null)
        return fetchArrayTypes()
      }

      initial && !initial.reserve && execute(initial)
      options.shared.retries = retries = 0
      initial = null
      return
    }`,
    replace: `        needsTypes = false
        arrayTypes.forEach(([oid, typarray]) => addArrayType(oid, typarray))
      }

      options.shared.retries = retries = 0
      const first = initial
      initial = null
      if (!first.reserve)
        return execute(first)
    }`,
  },
  {
    file: 'connection.js',
    why: 'the array types of the edit above, by the numbers that PostgreSQL has fixed for its own types',
    find: 'function Connection(',
    replace: `const arrayTypes = ${JSON.stringify(Object.values(arrayTypes))}

function Connection(`,
  },
  {
    file: 'connection.js',
    why: 'each new connection derived its key anew, on the main thread: PostgreSQL has one salt for all connections of a role',
    find: `crypto.pbkdf2Sync(
      await Pass(),
      Buffer.from(res.s, 'base64'),
      parseInt(res.i), 32,
      'sha256'
    )`,
    replace: 'saltedBy(await Pass(), res.s, parseInt(res.i))',
  },
  {
    file: 'connection.js',
    why: 'the last key that the edit above derived',
    find: 'export default Connection',
    replace: `let salted = {}

function saltedBy(password, salt, rounds) {
  if (salted.password !== password || salted.salt !== salt || salted.rounds !== rounds) {
    const key = new Promise((resolve, reject) => crypto.pbkdf2(
      password, Buffer.from(salt, 'base64'), rounds, 32, 'sha256',
      (error, derived) => error ? reject(error) : resolve(derived)
    ))
    salted = { password, salt, rounds, key }
  }
  return salted.key
}

export default Connection`,
  },
  {
    file: 'index.js',
    why: 'the query builder asks for no prepared statements: each was parsed and planned at each call, and its parameters described in a round trip of their own',
    find: `        prepare: false,
        ...options,
        simple: 'simple' in options ? options.simple : args.length === 0
      })
      return query
    }

    function file`,
    replace: `        ...options,
        prepare: args.length > 0,
        simple: 'simple' in options ? options.simple : args.length === 0
      })
      handler.onquery && handler.onquery(query, string)
      return query
    }

    function file`,
  },
  {
    file: 'connection.js',
    why: 'nothing was told of what the server refuses, such as the writes of a full disk, but the caller of each query; and a connection to a primary that has become a standby, or to a database that was read-only when it was made, refused writes for up to an hour after others took them',
    find: `    if (query) {
      (query.cursorFn || query.describeFirst) && write(Sync)
      errorResponse = Errors.postgres(parseError(x))
    } else {
      errored(Errors.postgres(parseError(x)))
    }`,
    replace: `    const refusal = Errors.postgres(parseError(x))
    options.onrefusal && options.onrefusal(refusal)
    refusal.code === '25006' && end()
    if (query) {
      (query.cursorFn || query.describeFirst) && write(Sync)
      errorResponse = refusal
    } else {
      errored(refusal)
    }`,
  },
  {
    file: 'index.js',
    why: 'the query builder has no hook for traces: the edit above calls this one for each of its queries',
    find: '    handler.debug = options.debug',
    replace: '    handler.debug = options.debug\n    handler.onquery = options.onquery',
  },
  {
    file: 'index.js',
    why: 'a transaction whose connection was lost went on with its later statements on the reconnected one, outside any transaction',
    find: '        new Promise((_, reject) => connection.onclose = reject)',
    replace: `        new Promise((_, reject) => connection.onclose = (error) => {
          lost = error
          reject(error)
          while (queries.length)
            queries.shift().reject(error)
        })`,
  },
  {
    file: 'index.js',
    why: 'the flag that the edit above sets',
    find: `      , connection
      , prepare = null`,
    replace: `      , connection
      , lost = null
      , prepare = null`,
  },
  {
    file: 'index.js',
    why: 'the flag that the edit above sets, read',
    find: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue`,
    replace: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue`,
  },
  {
    file: 'index.js',
    why: 'while the server was away, each dial settled one waiting query only: the last of many waited for minutes',
    find: `    move(c, closed)
    c.reserved = null`,
    replace: `    const failed = c.queue === connecting
    move(c, closed)
    if (failed && open.length + busy.length + full.length + reserved.length === 0)
      while (queries.length)
        queries.shift().reject(e)
    c.reserved = null`,
  },
  {
    file: 'index.js',
    why: 'the queries of the first page opened a connection each while one was there: at a start the server makes them longer than they run',
    find: '    if (closed.length)\n',
    replace: '    if (closed.length && !(busy.length && options.is_starting()))\n',
  },
  {
    file: 'index.js',
    why: 'with every connection busy, queries waited in a list without a bound',
    find: `    busy.length
      ? go(busy.shift(), query)
      : queries.push(query)`,
    replace: `    if (busy.length)
      return go(busy.shift(), query)

    queries.length < options.max_queue
      ? queries.push(query)
      : query.reject(Errors.generic('POOL_EXHAUSTED', 'too many queries wait for a connection'))`,
  },
  {
    file: 'index.js',
    why: "a URL could not lead to a Unix socket: its ?host=/folder, which PostgreSQL's own programs read, was sent to the server as a setting",
    find: 'host = o.hostname || o.host || multihost || url.hostname',
    replace: 'host = o.hostname || o.host || query.host || multihost || url.hostname',
  },
  {
    file: 'index.js',
    why: 'the parameter that the edit above reads is no setting',
    find: '  o.no_prepare &&',
    replace: '  delete query.host\n  o.no_prepare &&',
  },
  {
    file: 'index.js',
    why: 'the use of the pool could not be read',
    find: '    get parameters() { return options.parameters },',
    replace: `    get parameters() { return options.parameters },
    pool: () => ({
      idle: open.length,
      busy: busy.length + full.length + reserved.length,
      connecting: connecting.length,
      waiting: queries.length
    }),`,
  },
  {
    file: 'index.js',
    why: 'makes the options of the edits above known; without a bound unless one is given',
    find: '    max_pipeline    : 100,',
    replace:
      '    max_pipeline    : 100,\n    max_queue       : Infinity,\n    onrefusal       : null,\n    onquery         : null,\n    is_starting     : () => false,',
  },
];

/** Applies the edits to one file of the driver; throws where an edit no longer fits. */
export function patchPostgres(file: Edit['file'], source: string): string {
  let patched = source;
  for (const edit of edits) {
    if (edit.file !== file) continue;
    if (patched.split(edit.find).length !== 2) {
      throw new Error(
        `postgres/src/${file} has changed. Check whether the new version still needs this correction in src/build/patch-postgres.ts: ${edit.why}`,
      );
    }
    patched = patched.replace(edit.find, () => edit.replace);
  }
  return patched;
}

/** Bundles a corrected copy of the PostgreSQL driver; the build fails when an edit no longer fits. */
export function patchedPostgres(): Plugin {
  return {
    name: 'patched-postgres',
    enforce: 'pre',
    transform(code, id) {
      const file = /node_modules\/postgres\/src\/(connection|index)\.js/.exec(id)?.[1];
      return file
        ? { code: patchPostgres(`${file}.js` as Edit['file'], code), map: null }
        : undefined;
    },
  };
}

/** Packages that the server build must bundle for the edits to take effect. */
export const bundledDriver = ['postgres'];
