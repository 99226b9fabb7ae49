import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

import { listenLocally } from './servers';

export interface ReceivedEvent {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts a fake endpoint of another program on this machine. It responds with 200 unless specified. */
export async function startWebhookReceiver() {
  const received: ReceivedEvent[] = [];
  let answer = (_: ReceivedEvent, response: ServerResponse): void => {
    response.end('ok');
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const event = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      };
      received.push(event);
      answer(event, response);
    });
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** Returns the parsed bodies of the requests to a path. */
    bodiesAt: (path: string) =>
      received
        .filter((one) => one.path === path)
        .map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: object }),
    answerBy: (next: typeof answer) => {
      answer = next;
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
