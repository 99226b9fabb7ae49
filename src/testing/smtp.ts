import { SMTPServer } from 'smtp-server';

import { listenLocally } from './servers';

export interface Received {
  from: string;
  to: string[];
  raw: string;
}

/**
 * Starts a fake mail server. `refuse` sets its error for the next emails. Recipients that begin with `nobody-` are
 * rejected.
 */
export async function startSmtp() {
  const received: Received[] = [];
  const state: { refuse: number | undefined } = { refuse: undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('nobody-')) return done();
      done(Object.assign(new Error('no such user here'), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.refuse) {
          return done(Object.assign(new Error('not now'), { responseCode: state.refuse }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  const port = await listenLocally(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    state,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
