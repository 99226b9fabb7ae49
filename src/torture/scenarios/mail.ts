import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { SMTPServer } from 'smtp-server';

import { listenLocally } from '~/testing/servers';
import { scratch, type TortureCluster } from '~/torture/cluster';
import { audit, startLoad } from '~/torture/load';
import { addLoad, emptyOutcome, type Outcome } from '~/torture/report';
import { startSubject } from '~/torture/subject';

/** Milliseconds that exceed the time between two lines of an SMTP conversation on a slow machine. */
const idleMs = 700;

type Mode = 'works' | 'refuses' | 'hangs' | 'drops after DATA';

/** Starts a fake mail server that fails in one of several ways. `received` counts its received emails by Message-ID. */
async function startMailServer() {
  const received = new Map<string, number>();
  let mode: Mode = 'works';
  /** Open connections, with the time when each was last used. */
  const sockets = new Map<Socket, number>();
  let lastUsedAt = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const id = /^Message-ID: (.+)$/im.exec(Buffer.concat(chunks).toString())?.[1] ?? 'none';
        received.set(id, (received.get(id) ?? 0) + 1);
        if (mode !== 'drops after DATA') return done();
        // The server has received the email, but the sender gets no reply.
        for (const socket of sockets.keys()) socket.destroy();
      });
    },
  });
  smtp.on('error', () => {});
  const inner = await listenLocally(smtp.server);
  const door: Server = createServer((socket) => {
    const touch = () => {
      lastUsedAt = performance.now();
      sockets.set(socket, lastUsedAt);
    };
    touch();
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (mode === 'refuses') return void socket.destroy();
    if (mode === 'hangs') return void socket.resume();
    const through = new (socket.constructor as new () => Socket)();
    through.on('error', () => {}).connect(inner, '127.0.0.1');
    for (const side of [socket, through]) side.on('data', touch);
    socket.pipe(through).pipe(socket);
    socket.on('close', () => through.destroy());
    return undefined;
  });
  const port = await listenLocally(door);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Returns whether no email is being sent. */
    isIdle: () => performance.now() - lastUsedAt > idleMs,
    /**
     * Closes idle connections first: an email whose connection is cut after DATA would be sent again, which is a different
     * fault.
     */
    async set(next: Mode) {
      mode = next;
      while (sockets.size > 0) {
        for (const [socket, usedAt] of sockets) {
          if (performance.now() - usedAt > idleMs) socket.destroy();
        }
        await delay(50);
      }
    },
    async stop() {
      for (const socket of sockets.keys()) socket.destroy();
      door.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}

async function run(
  mode: Mode,
  cluster: TortureCluster,
  env: Record<string, string>,
): Promise<Outcome> {
  const outcome = emptyOutcome(`mail server ${mode}`);
  const database = `mail_${mode.replaceAll(' ', '_')}`.toLowerCase();
  const server = await startMailServer();
  const folder = await scratch();
  const url = await cluster.createDatabase(database);
  const subject = await startSubject({
    folder,
    env: { ...env, DATABASE_URL: url, SMTP_URL: server.url },
  });
  const sql = cluster.sql(database);
  try {
    const load = startLoad(subject.url, 2);
    await delay(2_000);
    for (let round = 0; round < 3; round += 1) {
      await server.set(mode);
      await delay(3_000);
      // Visitors must not notice that the mail server is unreachable.
      await load.untilAcknowledged(5_000);
      await server.set('works');
      outcome.recoveries.push(await load.untilAcknowledged());
      outcome.rounds += 1;
    }
    await load.stop();
    addLoad(outcome, load.report);
    Object.assign(outcome, await audit(sql, load.report));

    // The delay grows with each failure. The suite shortens it, and retries until all emails are sent.
    for (let left = -1, turn = 0; left !== 0 && turn < 60; turn += 1) {
      // An email that is currently being sent would be claimed a second time.
      if (server.isIdle()) {
        await sql`update mails set claimed_until = null
          where sent_at is null and (last_error <> '' or claimed_until < now() - interval '1 s' or attempts > 0 and ${turn} > 12)`;
      }
      await delay(1_000);
      const [row] = await sql`select count(*)::int as n from mails where sent_at is null`;
      left = row?.n ?? 0;
    }
    const [sums] = await sql`
      select count(*)::int as mails, count(*) filter (where sent_at is null)::int as waiting,
        count(*) filter (where dead_at is not null)::int as dead from mails`;
    if (sums?.waiting !== 0 || sums?.dead !== 0) {
      outcome.faults.push(
        `${sums?.waiting} of ${sums?.mails} mails were not sent, ${sums?.dead} given up`,
      );
    }
    if (server.received.size < (sums?.mails ?? 0)) {
      outcome.lost += (sums?.mails ?? 0) - server.received.size;
      outcome.faults.push('mails were lost');
    }
    const twice = [...server.received.values()].filter((count) => count > 1).length;
    // After a lost response, a sender can only send the email again, with the same Message-ID.
    if (mode !== 'drops after DATA') outcome.duplicated += twice;
  } catch (error) {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
  }
  void server.set(mode);
  await subject.end(outcome);
  await sql.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
  return outcome;
}

export const scenarios = (
  cluster: TortureCluster,
  env: Record<string, string>,
): [name: string, run: () => Promise<Outcome>][] =>
  (['refuses', 'hangs', 'drops after DATA'] as const).map((mode) => [
    `mail server ${mode}`,
    () => run(mode, cluster, env),
  ]);
