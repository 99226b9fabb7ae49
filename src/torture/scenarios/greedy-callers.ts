import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { scratch, type TortureCluster } from '~/torture/cluster';
import { audit, startLoad } from '~/torture/load';
import { addLoad, emptyOutcome, type Outcome } from '~/torture/report';
import { type Subject, signIn, startSubject } from '~/torture/subject';

const execute = promisify(execFile);

/** Makes the program attack instead of testing: see `attackAlone`. */
export const attackFlag = '--attack';

const usualMs = 6_000;
const attackMs = 12_000;
/** Time after which V8 has released the memory of closed connections. */
const settleMs = 6_000;
/** Maximum factor by which the p99 of other callers may grow. */
const slowerMax = 3;
/** Minimum p99 in milliseconds. Below it, differences are noise of the machine. */
const leastP99Ms = 60;
const metricsToken = 'the-token-of-the-torture-suite';

interface Attack {
  url: URL;
  cookie: string;
  /** Sockets that are open. */
  sockets: Set<Socket>;
  isOver(): boolean;
}

/** Attackers come from one network, or from a few. */
const head = (method: string, path: string, more = '', network = 7) =>
  `${method} ${path} HTTP/1.1\r\nHost: site\r\nX-Forwarded-For: 198.51.100.${network}\r\n${more}\r\n`;

function open({ url, sockets }: Attack): Socket {
  const socket = connect(Number(url.port), url.hostname);
  sockets.add(socket);
  socket.on('error', () => {});
  socket.on('close', () => sockets.delete(socket));
  return socket;
}

/** Sends twelve pipelined requests, and resets the connection before they are answered. */
async function pipelineAndReset(attack: Attack): Promise<void> {
  while (!attack.isOver()) {
    const socket = open(attack);
    socket.write(head('GET', '/api/openapi.json').repeat(12));
    setTimeout(() => socket.resetAndDestroy(), 5);
    await delay(20);
  }
}

/** Sends bodies slowly, byte by byte. Reopens a closed connection. */
async function slowBodies(attack: Attack): Promise<void> {
  const request = head(
    'POST',
    '/api/contact',
    'Content-Type: application/json\r\nContent-Length: 900\r\n',
  );
  while (!attack.isOver()) {
    while (attack.sockets.size < 300) open(attack).write(`${request}{`);
    for (const socket of attack.sockets) socket.write(' ');
    await delay(500);
  }
}

/** Requests large responses and does not read them. */
async function unreadAnswers(attack: Attack): Promise<void> {
  while (!attack.isOver()) {
    while (attack.sockets.size < 300) {
      const socket = open(attack).pause();
      socket.write(head('GET', '/api/openapi.json').repeat(20));
    }
    await delay(200);
  }
}

/** Opens thousands of event streams in one session. */
async function thousandsOfStreams(attack: Attack): Promise<void> {
  const accept = `Accept: text/event-stream\r\nCookie: ${attack.cookie}\r\n`;
  let opened = 0;
  while (!attack.isOver()) {
    for (let n = 0; n < 50 && opened < 3_000; n += 1) {
      open(attack).write(
        head('GET', '/api/trpc/live.changes?input=%7B%22isPanel%22%3Atrue%7D', accept),
      );
      opened += 1;
    }
    await delay(100);
  }
}

/** Sends endless bodies in chunks of a single byte. Reopens a closed connection. */
async function bodiesInPieces(attack: Attack): Promise<void> {
  const request = head(
    'POST',
    '/api/contact',
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n',
  );
  const pieces = '1\r\nx\r\n'.repeat(20_000);
  while (!attack.isOver()) {
    for (let n = 0; n < 5 && attack.sockets.size < 60; n += 1) open(attack).write(request + pieces);
    await delay(100);
  }
}

/** Sends requests from three networks, each with an invented session. The next request follows each response. */
const inventedSessions = (path: string) => async (attack: Attack) => {
  let sent = 0;
  const ask = (socket: Socket, network: number) => {
    sent += 1;
    const session = `c${String(sent).padStart(40, '0')}`;
    socket.write(head('GET', path, `Cookie: session=${session}\r\n`, network));
  };
  for (let n = 0; n < 300; n += 1) {
    const socket = open(attack);
    const network = 7 + (n % 3);
    socket.on('data', () => setTimeout(() => ask(socket, network), 50));
    ask(socket, network);
  }
  while (!attack.isOver()) await delay(100);
};

const attacks: [name: string, attack: (attack: Attack) => Promise<void>][] = [
  ['pipelined requests and resets', pipelineAndReset],
  ['slow bodies', slowBodies],
  ['unread answers', unreadAnswers],
  ['thousands of streams', thousandsOfStreams],
  ['bodies in tiny pieces', bodiesInPieces],
  ['invented sessions of three networks', inventedSessions('/api/auth/user')],
  ['files for invented sessions', inventedSessions('/api/files/1')],
];

async function inFlight(url: string): Promise<number> {
  const headers = { Authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
  return figure('kestrel_http_requests_in_flight') + figure('kestrel_http_requests_waiting');
}

/** Starts HAProxy with the configuration `deploy/haproxy.cfg`, in front of one instance. */
async function startHaproxy(
  folder: string,
  target: string,
): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const isThere = await execute('haproxy', ['-v']).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const shipped = await readFile('deploy/haproxy.cfg', 'utf8');
  const config = shipped
    .replace(/bind :80$/m, `bind 127.0.0.1:${port}`)
    .replace(/^.*bind :443.*$/m, '')
    .replace(/^.*redirect scheme https.*$/m, '')
    // A header distinguishes attackers from others. More connections would take more file descriptors than a shell usually
    // has.
    .replace(/^(\s*maxconn) 10000$/m, '$1 8000')
    .replace(/option forwardfor/, 'option forwardfor if-none')
    .replace(/^.*server (two|three) .*$/gm, '')
    .replaceAll(/10\.0\.0\.11:3000/g, new URL(target).host);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const child = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let n = 0; n < 100; n += 1) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) break;
    if (child.exitCode !== null) throw new Error('HAProxy does not start');
    await delay(100);
  }
  return {
    url,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/**
 * Main function of the attacker's process: reports when it is ready, begins when told, and reports when it is done. Its
 * sockets stay open until the process is ended.
 *
 * @param given name of the attack, URL, cookie
 */
export async function attackAlone([name, url, cookie = '']: string[]): Promise<void> {
  const attack = attacks.find(([what]) => what === name)?.[1];
  if (!attack || !url) throw new Error(`there is no attack "${name}"`);
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  const endsAt = performance.now() + attackMs;
  const isOver = () => performance.now() > endsAt;
  await attack({ url: new URL(url), cookie, sockets: new Set(), isOver });
  process.stdout.write('over\n');
  await once(process.stdin, 'end');
  process.exit();
}

/** Starts an attacker in a separate process. In the same process, it would delay the callers that are measured. */
async function startAttacker(
  name: string,
  { url, cookie }: { url: string; cookie: string },
): Promise<{ attack(): Promise<void>; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['src/cli/torture.mjs', attackFlag, name, url, cookie], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const says = async () => {
    const [said] = await Promise.race([once(child.stdout, 'data'), exited]);
    if (!Buffer.isBuffer(said)) throw new Error('the attacker exited');
  };
  await says();
  return {
    async attack() {
      child.stdin.write('begin\n');
      await says();
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const p99Of = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;

async function run(
  name: string,
  what: string,
  options: { cluster: TortureCluster; env: Record<string, string>; behindProxy: boolean },
): Promise<Outcome> {
  const outcome = emptyOutcome(name);
  const folder = await scratch();
  const database = `greedy_${Math.random().toString(36).slice(2)}`;
  const url = await options.cluster.createDatabase(database);
  const subject: Subject = await startSubject({
    folder,
    env: { ...options.env, DATABASE_URL: url, METRICS_TOKEN: metricsToken },
  });
  let proxy: Awaited<ReturnType<typeof startHaproxy>>;
  let attacker: Awaited<ReturnType<typeof startAttacker>> | undefined;
  try {
    if (options.behindProxy) proxy = await startHaproxy(folder, subject.url);
    if (options.behindProxy && !proxy) {
      outcome.skipped = 'HAProxy is not installed';
      return outcome;
    }
    const site = proxy?.url ?? subject.url;
    attacker = await startAttacker(what, { url: site, cookie: await signIn(site, options.env) });
    const load = startLoad(site, 4);
    await load.untilAcknowledged();
    await delay(1_000);
    load.report.times.length = 0;
    await delay(usualMs);
    const usual = p99Of(load.report.times);
    const before = await subject.memory();
    load.report.times.length = 0;

    await attacker.attack();
    const during = p99Of(load.report.times);
    await attacker.stop();

    outcome.recoveries.push(await load.untilAcknowledged());
    await load.stop();
    outcome.rounds = 1;
    const told = `p99 ${Math.round(usual)} ms before, ${Math.round(during)} ms under attack`;
    if (during > Math.max(usual, leastP99Ms) * slowerMax) outcome.faults.push(told);
    const turnedAway = load.report.statuses.get(503) ?? 0;
    if (turnedAway > 0) outcome.faults.push(`${turnedAway} requests of others were turned away`);
    for (let n = 0; n < 50 && (await inFlight(subject.url)) > 0; n += 1) await delay(100);
    if ((await inFlight(subject.url)) > 0) outcome.faults.push('places are still taken');
    await delay(settleMs);
    outcome.memory = { before, after: await subject.memory() };
    addLoad(outcome, load.report);
    const sql = options.cluster.sql(database);
    Object.assign(outcome, await audit(sql, load.report));
    await sql.end();
  } catch (error) {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
  } finally {
    await attacker?.stop();
    await proxy?.stop();
    await subject.end(outcome);
    await rm(folder, { recursive: true, force: true });
  }
  return outcome;
}

/** Scenarios of greedy callers while others write, directly and behind a load balancer. */
export const scenarios = (
  cluster: TortureCluster,
  env: Record<string, string>,
): [name: string, run: () => Promise<Outcome>][] =>
  attacks.flatMap(([what]) =>
    [false, true].map((behindProxy): [string, () => Promise<Outcome>] => {
      const name = behindProxy ? `${what}, behind HAProxy` : what;
      return [name, () => run(name, what, { cluster, env, behindProxy })];
    }),
  );
