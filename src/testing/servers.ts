import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Listens on a free port of the loopback interface. @returns the port */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenLocally(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
