import { connect, createServer, type Server, type Socket } from 'node:net';

/** Where in taking one mail its reader is. */
export type Moment =
  /** Half of a mail's content has come. */
  | 'fetching'
  /** It is stored, and its move has not reached the mail server. */
  | 'stored'
  /** It is moved, and the reader has no answer. */
  | 'moved';

/** Through which one instance reaches the mail server, and sees it fail. */
export interface MailDoor {
  port: number;
  connections(): number;
  /** Does something at the next such moment, and cuts that connection. @returns undoes it */
  strikeAt(moment: Moment, act: () => void): () => void;
  /** Refuses connections, and cuts those that are open. */
  close(): Promise<void>;
  /** Takes connections, and passes nothing on. */
  hang(): void;
  open(): Promise<void>;
}

const isMove = (asked: Buffer) => asked.includes(' MOVE ');
const isContent = (answered: Buffer) => answered.includes('BODY[');

export async function openMailDoor(mailPort: number): Promise<MailDoor> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let isHanging = false;
  let awaited: { moment: Moment; act(): void; mover?: Socket } | undefined;

  function join(reader: Socket) {
    sockets.add(reader);
    reader.on('error', () => {}).on('close', () => sockets.delete(reader));
    const mailServer = connect(mailPort, '127.0.0.1');
    mailServer.on('error', () => {}).on('close', () => isHanging || reader.destroy());
    reader.on('close', () => mailServer.destroy());
    let isStruck = false;

    function strike(last?: Buffer) {
      isStruck = true;
      const act = awaited?.act;
      awaited = undefined;
      const end = () => {
        act?.();
        reader.destroy();
      };
      if (last) reader.write(last, end);
      else end();
    }

    reader.on('data', (asked) => {
      if (isHanging || isStruck) return;
      if (awaited && isMove(asked)) {
        if (awaited.moment === 'stored') return strike();
        awaited.mover = reader;
      }
      mailServer.write(asked);
    });
    mailServer.on('data', (answered) => {
      if (isHanging || isStruck) return;
      if (awaited?.moment === 'moved' && awaited.mover === reader) return strike();
      if (awaited?.moment === 'fetching' && isContent(answered)) {
        return strike(answered.subarray(0, answered.length / 2));
      }
      reader.write(answered);
    });
  }

  async function close() {
    const closing = server;
    server = undefined;
    const closed = new Promise((done) => (closing ? closing.close(done) : done(undefined)));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  async function open() {
    if (isHanging) {
      isHanging = false;
      // What was not passed on is missing on them.
      for (const socket of sockets) socket.destroy();
    }
    if (server) return;
    const opened = createServer(join);
    await new Promise<void>((done, fail) => {
      opened.once('error', fail);
      opened.listen(port, '127.0.0.1', done);
    });
    server = opened;
    port = (opened.address() as { port: number }).port;
  }

  await open();
  return {
    port,
    connections: () => sockets.size,
    strikeAt(moment, act) {
      const mine = { moment, act };
      awaited = mine;
      return () => {
        if (awaited === mine) awaited = undefined;
      };
    },
    close,
    hang() {
      isHanging = true;
    },
    open,
  };
}
