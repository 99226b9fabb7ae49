import { connect } from 'node:net';

import { onTestFinished } from 'vitest';

/** Opens a connection to this machine that sends the given bytes. It is closed when the test ends. */
export function openRaw(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  return { socket, received: () => received, isClosed: () => isClosed };
}
