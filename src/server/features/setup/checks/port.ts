import { createServer } from 'node:net';

import type { CheckResult } from '~/contract/setup/checks';
import type { Env } from '~/server/platform/env';
import { askPublicUrl } from './public-url';
import { causeOf, resultsOf } from './result';

/** Tries to open the port. @returns the reason why it cannot be opened; undefined if it can */
function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
};

/** Checks whether the server can listen on HOST and PORT, or already does. */
export async function checkPort(
  env: Pick<Env, 'HOST' | 'PORT'>,
  secret: string,
): Promise<CheckResult> {
  const { ok, failed } = resultsOf('port');
  const { HOST, PORT } = env;
  const error = await tryToListen(HOST, PORT);
  if (!error) return ok(`Port ${PORT} on ${HOST} is free`);
  if (error.code === 'EADDRINUSE') {
    // If this server does not respond, another program uses the port.
    const answer = await askPublicUrl(`http://${reachable(HOST)}:${PORT}`, secret).catch(
      () => undefined,
    );
    return answer?.arrival
      ? ok(`The product listens on port ${PORT} of ${HOST}`)
      : failed(
          `Port ${PORT} on ${HOST} is taken by another program, or by a product with another AUTH_SECRET`,
          'Set PORT to another, or stop that program',
        );
  }
  return error.code === 'EACCES'
    ? failed(`Port ${PORT} needs more rights`, 'Set PORT to one above 1023')
    : failed(
        `HOST ${HOST} is no address of this machine (${causeOf(error)})`,
        'Set HOST to one, to 127.0.0.1 for a proxy on this machine, or to 0.0.0.0 for all',
      );
}
