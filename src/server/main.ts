import { demoClients } from '~/sandbox/demo/people';
import { assemble, clientDir, drain, listen, type Running, startDatabase } from './boot';
import { type Env, EnvError, readEnv } from './env';

function tell(line: string) {
  process.stdout.write(`${line}\n`);
}

/** One clear line, and an exit that says it failed. */
function giveUp(error: unknown): never {
  const lines = error instanceof EnvError ? error.lines : [messageOf(error)];
  for (const line of lines) process.stderr.write(`Cannot start: ${line}\n`);
  process.exit(1);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') return `port ${port} on ${address} is taken; set PORT to another`;
  if (code === 'EACCES') return `port ${port} needs more rights; set PORT to one above 1023`;
  if (code === 'ECONNREFUSED') return 'nothing answers at DATABASE_URL; is the database running?';
  return error.message;
}

async function main() {
  const env = readEnv(process.env);
  const startedAt = Date.now();
  let running: Running | undefined;
  const { server, port } = await listen(() => running, { port: env.PORT, host: env.HOST });
  const publicUrl = env.PUBLIC_URL ?? `http://${hostForUrl(env.HOST)}:${port}`;

  const stops: (() => Promise<void>)[] = [() => drain(server)];
  let isStopping = false;
  // A terminal sends its Ctrl+C to everyone, npm passes it on as well: the second changes nothing.
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    tell(`${signal}: finishing what is in flight`);
    for (const one of stops) await one().catch((error: unknown) => tell(messageOf(error)));
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  // Told before it is there: whoever stops us meanwhile waits for it, and leaves none running behind.
  const starting = startDatabase(env, tell);
  stops.push(async () => (await starting).stop());
  const database = await starting;
  running = await assemble({
    env,
    databaseUrl: database.url,
    publicUrl,
    screens: { kind: 'build', clientDir },
    tell,
  }).catch(async (error: unknown) => {
    await database.stop();
    // The database may have been stopped under it: then that is what ends us.
    if (isStopping) await new Promise(() => {});
    throw error;
  });
  stops.splice(1, 0, running.stop);
  // One request's forgotten promise must not end everybody else's.
  const { log, endStreams } = running;
  stops.unshift(async () => endStreams());
  process.on('unhandledRejection', (error) =>
    log.error({ err: error }, 'nobody handled a failure'),
  );
  await addSamples(running);
  announce(env, publicUrl, Date.now() - startedAt);
}

/** Samples are worth having, and not worth failing for. */
async function addSamples({ fillDemo, log }: Running) {
  const { level } = log;
  // What they set off is nobody's news.
  if (log.isLevelEnabled('info')) log.level = 'warn';
  try {
    if (await fillDemo()) tell('Added sample clients and their history');
  } catch (error) {
    log.error({ err: error }, 'the demo was not filled');
  } finally {
    log.level = level;
  }
}

function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function announce(env: Env, publicUrl: string, ms: number) {
  tell('');
  tell(`  Site            ${publicUrl}`);
  tell(`  Client sign-in  ${publicUrl}/auth/signin`);
  tell(`  Admin login     ${publicUrl}/cplogin`);
  tell(`  API             ${publicUrl}/api/docs`);
  if (env.DEMO_MODE) {
    tell(`  Sample client   ${demoClients[0]?.email}, code ${env.DEMO_OTP}`);
    tell('  Demo mode: sample content, no mail is sent, no money moves');
  }
  tell('');
  tell(`Ready in ${(ms / 1000).toFixed(1)} s`);
}

main().catch(giveUp);
