import { createServer, connect as dial, type Socket } from 'node:net';

import { listenLocally } from './servers';

/** Fake pooler that behaves like PgBouncer 1.18 in transaction mode. */
export interface TransactionPooler {
  /** URL of the database through the pooler. */
  url: string;
  close(): Promise<void>;
}

/** A connection to the server, which is free between transactions. */
interface Session {
  socket: Socket;
  client: Socket | undefined;
  /** Number of statements for which the server has not yet reported that it is ready. */
  awaited: number;
}

/** Startup parameters that PgBouncer accepts. It rejects all others. */
const startupParameters = new Set([
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
]);

const terminate = 'X';
const readyForQuery = 'Z';
/**
 * Types of messages after which the server reports that it is ready: a simple query, and the Sync that ends an extended
 * one.
 */
const answeredByReady = new Set(['Q', 'S']);

/**
 * Starts a fake pooler. Each client signs in to the server through a separate session; from then on, every transaction
 * uses the most recently used session. Messages pass unchanged, including names of prepared statements. As in PgBouncer, a
 * session is free as soon as the server is ready and no Sync is awaited: the response to a Parse that arrived before then
 * is lost.
 */
export async function startTransactionPooler(databaseUrl: string): Promise<TransactionPooler> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const free: Session[] = [];

  function openSession(client: Socket): Session {
    const socket = dial({ port: Number(target.port), host: target.hostname, noDelay: true });
    const session: Session = { socket, client, awaited: 1 };
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => session.client?.destroy());
    const read = framesOf((type, frame) => {
      session.client?.write(frame);
      if (type !== readyForQuery) return;
      session.awaited -= 1;
      // "I" means idle, outside a transaction.
      if (frame[5] !== 0x49 || session.awaited > 0) return;
      session.client = undefined;
      free.push(session);
    });
    socket.on('data', read);
    return session;
  }

  function serve(client: Socket) {
    let own: Session | undefined;
    let isStarted = false;
    sockets.add(client);
    client.on('error', () => {}).on('close', () => sockets.delete(client));
    const forward = framesOf((type, frame) => {
      if (type === terminate) {
        client.end();
        return;
      }
      // Uses a session to sign the client in, and the session of the transaction afterwards.
      if (own?.client !== client) own = free.pop();
      if (!own) throw new Error('there is no free session');
      own.client = client;
      if (answeredByReady.has(type)) own.awaited += 1;
      own.socket.write(frame);
    });
    client.on('data', (bytes) => {
      if (isStarted) return forward(bytes);
      isStarted = true;
      const refused = startupNames(bytes).find((name) => !startupParameters.has(name));
      if (refused) {
        client.end(errorResponse(`unsupported startup parameter: ${refused}`));
        return;
      }
      own = openSession(client);
      own.socket.write(bytes);
    });
  }

  const server = createServer({ noDelay: true }, serve);
  const port = await listenLocally(server);
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.port = String(port);
  return {
    url: url.href,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Splits a stream into messages: a type, then a length that includes itself. */
function framesOf(onFrame: (type: string, frame: Buffer) => void): (bytes: Buffer) => void {
  let held = Buffer.alloc(0);
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    while (held.length >= 5 && held.length > held.readUInt32BE(1)) {
      const end = held.readUInt32BE(1) + 1;
      onFrame(String.fromCharCode(held[0] ?? 0), held.subarray(0, end));
      held = held.subarray(end);
    }
  };
}

/** Returns the names in a startup message: length, version, then names and values that end with NUL. */
function startupNames(message: Buffer): string[] {
  const words = message.subarray(8).toString().split('\0');
  return words.filter((word, at) => at % 2 === 0 && word !== '');
}

function errorResponse(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.from('E....');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
