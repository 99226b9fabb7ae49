import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait behind another one of their connection; a connection that sends more is closed. */
export const pipelinedMax = 32;

type Begin = () => void;

/**
 * Begins the requests of a connection one after the other, as their responses leave: a connection that sends many at once holds one
 * place, and what has not begun when it closes never does.
 */
export function createOneAtATime() {
  const behind = new WeakMap<Socket, Begin[]>();

  function run(socket: Socket, response: ServerResponse, begin: Begin): void {
    response.once('close', () => {
      const waiting = behind.get(socket);
      const next = socket.destroyed ? undefined : waiting?.shift();
      if (next) next();
      else behind.delete(socket);
    });
    begin();
  }

  return ({ socket }: IncomingMessage, response: ServerResponse, begin: Begin): void => {
    const waiting = behind.get(socket);
    if (!waiting) {
      behind.set(socket, []);
      run(socket, response, begin);
      return;
    }
    if (waiting.length >= pipelinedMax) {
      socket.destroy();
      return;
    }
    waiting.push(() => run(socket, response, begin));
  };
}
