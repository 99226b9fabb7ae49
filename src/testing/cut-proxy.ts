import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A proxy to a database whose connections can be cut, stalled and restored. */
export interface CutProxy {
  /** URL of the database through this proxy. */
  url: string;
  /** Closes open connections and rejects new ones. */
  cut(): Promise<void>;
  /** Accepts connections and data but forwards nothing, like a server that has died without closing its connections. */
  hang(): void;
  /** Delays the database's responses by this many milliseconds. */
  slow(ms: number): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function startCutProxy(databaseUrl: string): Promise<CutProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let hanging = false;
  let heldBackMs = 0;

  function join(client: Socket) {
    sockets.add(client);
    client.on('error', () => {}).on('close', () => sockets.delete(client));
    if (hanging) {
      client.resume();
      return;
    }
    const upstream = dial(Number(target.port), target.hostname);
    let sent = Promise.resolve();
    upstream.on('data', (bytes) => {
      if (hanging) return;
      const wait = heldBackMs;
      // Responses keep their order, even if the delay changes in between.
      sent = sent
        .then(() => (wait > 0 ? delay(wait) : undefined))
        .then(() => void (client.destroyed || client.write(bytes)));
    });
    client.on('data', (bytes) => hanging || upstream.write(bytes));
    upstream.on('error', () => {}).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  }

  async function open() {
    if (server) return;
    const opened = createServer(join);
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.listen(port, '127.0.0.1', resolve);
    });
    server = opened;
    port = (opened.address() as { port: number }).port;
  }

  async function cut() {
    const closing = server;
    server = undefined;
    const closed = new Promise((resolve) =>
      closing ? closing.close(resolve) : resolve(undefined),
    );
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await open();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.searchParams.delete('host');
  url.port = String(port);
  return {
    url: url.href,
    cut,
    slow: (ms) => {
      heldBackMs = ms;
    },
    hang: () => {
      hanging = true;
    },
    mend: async () => {
      hanging = false;
      // Connections that were stalled have lost data and cannot continue.
      for (const socket of sockets) socket.destroy();
      await open();
    },
    close: cut,
  };
}
