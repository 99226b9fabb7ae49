import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { hasBody } from './request-body';

/** Requests that wait behind another one of their connection; a connection that sends more is closed. */
export const pipelinedMax = 32;

/** The same for those with a body, of which a part is held in memory already. */
export const bodiesBehindMax = 1;

interface Behind {
  hasBody: boolean;
  begin(): void;
}

/**
 * Begins the requests of a connection one after the other, as their responses leave: a connection that sends many at once holds one
 * place, and what has not begun when it closes never does.
 */
export function createOneAtATime() {
  const behind = new WeakMap<Socket, Behind[]>();

  function run(socket: Socket, response: ServerResponse, begin: () => void): void {
    response.once('close', () => {
      const waiting = behind.get(socket);
      const next = socket.destroyed ? undefined : waiting?.shift();
      if (next) next.begin();
      else behind.delete(socket);
    });
    begin();
  }

  return (request: IncomingMessage, response: ServerResponse, begin: () => void): void => {
    const { socket } = request;
    const waiting = behind.get(socket);
    if (!waiting) {
      behind.set(socket, []);
      run(socket, response, begin);
      return;
    }
    const bodies = waiting.filter((one) => one.hasBody).length;
    const isWithBody = hasBody(request);
    if (waiting.length >= pipelinedMax || (isWithBody && bodies >= bodiesBehindMax)) {
      socket.destroy();
      return;
    }
    waiting.push({ hasBody: isWithBody, begin: () => run(socket, response, begin) });
  };
}
