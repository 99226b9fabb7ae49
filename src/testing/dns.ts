import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';

import { decode, encode, type TxtAnswer } from 'dns-packet';

const nameNotKnown = 3;
const refused = 5;

/** Starts a DNS server with TXT records on the loopback interface, and a resolver that only uses this server. */
export async function startDns(records: Record<string, string[]> = {}) {
  const state: { records: Record<string, string[]>; isBroken: boolean; isSilent: boolean } = {
    records,
    isBroken: false,
    isSilent: false,
  };
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const { id, questions = [] } = decode(bytes);
    const name = questions[0]?.name ?? '';
    asked.push(name);
    if (state.isSilent) return;
    const texts = state.records[name] ?? [];
    const answers = texts.map(
      // A string in a TXT record has at most 255 bytes.
      (text): TxtAnswer => ({ type: 'TXT', name, ttl: 1, data: text.match(/.{1,200}/g) ?? [''] }),
    );
    const code = state.isBroken ? refused : texts.length === 0 ? nameNotKnown : 0;
    socket.send(encode({ type: 'response', id, flags: code, questions, answers }), from.port);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const reader = new Resolver({ timeout: 200, tries: 1 });
  reader.setServers([`127.0.0.1:${socket.address().port}`]);
  return { reader, asked, state, stop: () => new Promise<void>((done) => socket.close(done)) };
}
