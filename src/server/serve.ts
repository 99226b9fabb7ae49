import { once } from 'node:events';

import { demoClients } from '~/sandbox/demo/people';
import { assemble, type Running, readBuild, shutDown, startDatabase } from './boot';
import { Admission } from './http/admission/admission';
import { checkAddress, createListener } from './listen';
import { databaseProblemOf } from './platform/db/problems';
import { type Env, EnvError, readEnv } from './platform/env';
import { processEnv, readEnvFile } from './platform/env-file';
import { envWarnings } from './platform/env-warnings';
import { isDatabaseAway } from './platform/errors';
import type { Log } from './platform/log';

function print(line: string) {
  process.stdout.write(`${line}\n`);
}

/** Exit codes that the supervisor (src/cli/supervise.mjs) distinguishes, named as in sysexits.h. */
const exitCode = { crashed: 70, cannotStart: 78 };

/**
 * Prints one line and exits with a failure code. If a retry can help, uses the code for a crash, so that the supervisor
 * restarts the server.
 */
function giveUp(error: unknown): never {
  const problem = process.env.DATABASE_URL ? databaseProblemOf(error) : undefined;
  const lines = error instanceof EnvError ? error.lines : [problem?.line ?? messageOf(error)];
  for (const line of lines) process.stderr.write(`Cannot start: ${line}\n`);
  process.exit(problem && !problem.isLasting ? exitCode.crashed : exitCode.cannotStart);
}

/**
 * Ends the process at the first unhandled error, because the process's state is unknown afterwards. The supervisor
 * restarts it. A lost database connection does not end the process, because the state is still known.
 */
function crashOnUncaughtErrors(log: () => Log | undefined) {
  const crash = (kind: string) => (error: unknown) => {
    const current = log();
    if (kind === 'unhandledRejection' && isDatabaseAway(error)) {
      current?.warn({ err: error }, 'a query failed after its caller had gone');
      return;
    }
    if (current) current.fatal({ err: error, kind }, 'crashed');
    else process.stderr.write(`Crashed: ${messageOf(error)}\n`);
    process.exit(exitCode.crashed);
  };
  process.on('uncaughtException', crash('uncaughtException'));
  process.on('unhandledRejection', crash('unhandledRejection'));
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Returns an error that names the setting to change if the port cannot be opened. */
function listenErrorOf(error: unknown, { HOST, PORT }: Env): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new Error(`port ${PORT} on ${HOST} is taken; set PORT to another`);
  if (code === 'EACCES')
    return new Error(`port ${PORT} needs more rights; set PORT to one above 1023`);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)) {
    return new Error(
      `HOST is ${HOST}, which is no address of this machine; 0.0.0.0 stands for all of them`,
    );
  }
  return new Error(`HOST and PORT cannot be listened on: ${message}`, { cause: error });
}

/**
 * Waits for the supervisor's start message if the server was launched with `--wait`. The supervisor launches the server
 * early, while it still checks whether the build is current.
 */
async function waitForStart() {
  if (!process.argv.includes('--wait')) return;
  const ended = () => process.exit();
  process.once('disconnect', ended);
  await once(process, 'message');
  process.off('disconnect', ended);
}

async function main() {
  await waitForStart();
  const env = readEnv(processEnv());
  const startedAt = Date.now();
  const admission = new Admission();
  let running: Running | undefined;
  const address = { port: env.PORT, host: env.HOST };
  const { server, open } = createListener(() => running, {
    ...address,
    trustedProxies: env.TRUST_PROXY,
    admission,
  });
  const orSay = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw listenErrorOf(error, env);
    });
  // Behind a proxy, opens the port only when ready. The proxy retries refused connections, including writes, because
  // they had no effect. It would forward every response, including errors.
  const opensWhenReady = env.TRUST_PROXY > 0 && env.PORT !== 0;
  const port = await orSay(opensWhenReady ? checkAddress(address).then(() => env.PORT) : open());
  const publicUrl = env.PUBLIC_URL ?? `http://${hostForUrl(env.HOST)}:${port}`;

  crashOnUncaughtErrors(() => running?.log);
  let starting: ReturnType<typeof startDatabase> | undefined;
  let isStopping = false;
  const ending = new AbortController();
  // Ignores errors during the shutdown, which may have caused them. The shutdown ends the process anyway.
  const unlessStopping = async (error: unknown): Promise<never> => {
    if (isStopping) await new Promise(() => {});
    throw error;
  };
  // Ignores a second signal, because Ctrl+C reaches the whole process group, and npm forwards it as well.
  const stop = async (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    ending.abort();
    print(`${reason}: finishing requests in flight`);
    const complain = (error: unknown) => print(messageOf(error));
    await shutDown(server, running, complain);
    // If the server is stopped while the database is starting, waits for the database and stops it, so that it does not
    // continue to run.
    await (await starting?.catch(() => undefined))?.stop().catch(complain);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Stops if the supervisor was killed or has crashed, because the server would otherwise keep using the port and the
  // database.
  process.on('disconnect', () => void stop('The supervisor has ended'));

  starting = startDatabase(env, print);
  // Reads the build while the database starts.
  const screens = readBuild();
  const database = await starting.catch(unlessStopping);
  running = await assemble({
    env,
    database,
    publicUrl,
    screens,
    print,
    admission,
    signal: ending.signal,
  }).catch(async (error: unknown) => {
    await database.stop();
    return unlessStopping(error);
  });
  const { app, cache, fillDemo, log } = running;
  await withoutRequestLines(log, () => prepareLandingPage({ app, cache, log }, publicUrl));
  if (opensWhenReady && !isStopping) await orSay(open());
  if (!isStopping) running.startWork();
  await screens.hold();
  await withoutRequestLines(log, () => addSamples({ fillDemo, log }));
  announce(env, publicUrl, Date.now() - startedAt);
  await logWarnings(running);
  process.send?.({ ready: true });
}

/** Renders and compresses the landing page in advance, so that the first visitor does not wait. Only logs a failure. */
async function prepareLandingPage(
  { app, cache, log }: Pick<Running, 'app' | 'cache' | 'log'>,
  publicUrl: string,
) {
  try {
    await app.fetch(new Request(new URL('/', publicUrl), { headers: { Purpose: 'prefetch' } }));
    cache.fresh('/');
  } catch (error) {
    log.error({ err: error }, 'the landing page was not rendered in advance');
  }
}

/** Runs work that sends internal requests. Excludes these requests from the log. */
async function withoutRequestLines(log: Log, work: () => Promise<void>) {
  const { level } = log;
  if (log.isLevelEnabled('info')) log.level = 'warn';
  try {
    await work();
  } finally {
    log.level = level;
  }
}

/** Logs warnings about settings that are valid but probably wrong. Only logs a failure of this check. */
async function logWarnings({ log, warnings }: Pick<Running, 'log' | 'warnings'>) {
  try {
    const lines = [...envWarnings(process.env, readEnvFile()), ...(await warnings())];
    for (const line of lines) log.warn(line);
  } catch (error) {
    log.error({ err: error }, 'the installation was not checked');
  }
}

/** Adds samples. Only logs a failure. */
async function addSamples({ fillDemo, log }: Pick<Running, 'fillDemo' | 'log'>) {
  try {
    if (await fillDemo()) print('Added sample clients and their history');
  } catch (error) {
    log.error({ err: error }, 'the demo content was not created');
  }
}

function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function announce(env: Env, publicUrl: string, ms: number) {
  print('');
  print(`  Site            ${publicUrl}`);
  print(`  Client sign-in  ${publicUrl}/auth/signin`);
  print(`  Admin login     ${publicUrl}/cplogin`);
  print(`  API             ${publicUrl}/api/docs`);
  if (env.DEMO_MODE) {
    print(`  Sample client   ${demoClients[0]?.email}, code ${env.DEMO_OTP}`);
    print('  Demo mode: sample content, sends no email, moves no money');
  }
  print('');
  print(`Ready in ${(ms / 1000).toFixed(1)} s`);
}

main().catch(giveUp);
