import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Exit code of a server that cannot start with these settings, for example because a setting is
 * invalid or a port is in use. Retrying is useless.
 */
const exitCannotStart = 78;

const limits = {
  firstDelayMs: 500,
  longestDelayMs: 30_000,
  /**
   * Milliseconds after which a server counts as recovered, so that the next crash counts as the
   * first one.
   */
  recoveredAfterMs: 60_000,
  crashesMax: 8,
};

const seconds = (milliseconds) => `${Math.round(milliseconds / 100) / 10} s`;

/**
 * Starts a program with an IPC channel. `ended` resolves with its exit code and the reason why it
 * ended.
 */
export function launch(args, env = process.env) {
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, why: error.message }));
    child.once('exit', (code, signal) =>
      resolve({ code, why: signal ? `was ended by ${signal}` : `ended with code ${code}` }),
    );
  });
  return { child, ended };
}

/**
 * Runs a server in a separate process, and restarts it after a crash, doubling the wait each time.
 * Gives up after eight crashes without a minute of service in between.
 *
 * Forwards signals to the server. If this process is killed, the IPC channel closes and the server
 * stops. The server reports `{ ready: true }` over IPC once it serves requests.
 *
 * @param options `args`: Node's arguments; `first`: a server that was already launched and waits
 * for the start message; `settings`: different limits, for tests
 * @returns the exit code for this process
 */
export async function supervise({
  args,
  env = process.env,
  first,
  say = console.error,
  settings = {},
}) {
  const { firstDelayMs, longestDelayMs, recoveredAfterMs, crashesMax } = { ...limits, ...settings };
  let child;
  const stopping = new AbortController();
  let wasReady = false;
  let crashes = 0;

  const forward = (signal) => {
    stopping.abort();
    child?.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM'];
  for (const signal of signals) process.on(signal, forward);

  try {
    for (;;) {
      const startedAt = performance.now();
      const server = first ?? launch(args, env);
      child = server.child;
      child.on('message', (message) => {
        if (message?.ready) wasReady = true;
      });
      // Ignores an error: the server may have ended in the meantime, which is detected below.
      if (first) child.send('start', () => {});
      first = undefined;
      const end = await server.ended;
      child = undefined;
      if (end.code === 0) return 0;
      if (stopping.signal.aborted) return end.code ?? 1;
      // If the server was ready before, an obstacle such as an unreachable database may be
      // temporary.
      if (end.code === exitCannotStart && !wasReady) return exitCannotStart;

      if (performance.now() - startedAt > recoveredAfterMs) crashes = 0;
      crashes += 1;
      if (crashes >= crashesMax) {
        say(
          `The server ${end.why}, ${crashes} times in a row. It is not restarted: the log above says why it fails.`,
        );
        return 1;
      }
      const wait = Math.min(longestDelayMs, firstDelayMs * 2 ** (crashes - 1));
      say(`The server ${end.why}. It restarts in ${seconds(wait)}.`);
      // The wait rejects if the supervisor is stopped, which is checked below.
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return 0;
    }
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}
