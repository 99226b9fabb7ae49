import { connect } from 'node:net';

import { describe, expect, it, vi } from 'vitest';

import { hasDovecot, startDovecot } from './dovecot';
import { startImap } from './imap';

const mail = 'From: a@client.example\r\nSubject: One\r\n\r\nHello\r\n';

/**
 * What Dovecot 2.3 answers: C is what the client says, S the shape of an answer, + a mail that arrives. Texts for people, times and
 * numbers that differ from one run to the next are left out.
 */
const conversation = String.raw`
+
+
S: * OK [CAPABILITY]
C: a1 ID NIL
S: * ID
S: a1 OK
C: a2 LOGIN hello wrong
S: a2 NO [AUTHENTICATIONFAILED]
C: a3 LOGIN "hello" {6+}
C: secret
S: a3 OK [CAPABILITY]
C: a4 NAMESPACE
S: * NAMESPACE (("" ".")) NIL NIL
S: a4 OK
C: a5 ENABLE CONDSTORE
S: * ENABLED CONDSTORE
S: a5 OK
C: a6 LIST "" "INBOX" RETURN (CHILDREN SUBSCRIBED)
S: * LIST (\HasNoChildren) "." INBOX
S: a6 OK
C: a7 LSUB "" "INBOX"
S: a7 OK
C: a8 SELECT Nope
S: a8 NO
C: a9 LIST "" "Nope"
S: a9 OK
C: a10 SELECT INBOX
S: * FLAGS (\Answered \Flagged \Deleted \Seen \Draft)
S: * OK [PERMANENTFLAGS (\Answered \Flagged \Deleted \Seen \Draft \*)]
S: * 2 EXISTS
S: * 2 RECENT
S: * OK [UNSEEN 1]
S: * OK [UIDVALIDITY N]
S: * OK [UIDNEXT 3]
S: * OK [HIGHESTMODSEQ N]
S: a10 OK [READ-WRITE]
C: a11 STATUS Kestrel (MESSAGES)
S: a11 NO
C: a12 CREATE Kestrel
S: a12 OK
C: a13 CREATE Kestrel
S: a13 NO [ALREADYEXISTS]
C: a14 SUBSCRIBE Kestrel
S: a14 OK
C: a15 STATUS Kestrel (MESSAGES)
S: * STATUS Kestrel (MESSAGES 0)
S: a15 OK
C: a16 NOOP
S: a16 OK
C: a17 UID SEARCH ALL
S: * SEARCH 1 2
S: a17 OK
C: a18 UID FETCH 1 (UID RFC822.SIZE MODSEQ)
S: * 1 FETCH (UID 1 RFC822.SIZE 47 MODSEQ (N))
S: a18 OK
C: a19 UID FETCH 1 (UID BODY.PEEK[]<0.2001> MODSEQ)
S: * 1 FETCH (UID 1 MODSEQ (N) BODY[]<0> {47}
S: From: a@client.example
S: Subject: One
S:
S: Hello
S: )
S: a19 OK
C: a20 UID FETCH 1 (UID BODY.PEEK[]<0.20>)
S: * 1 FETCH (UID 1 BODY[]<0> {20}
S: From: a@client.examp)
S: a20 OK
C: a21 UID FETCH 1 (UID BODY.PEEK[HEADER])
S: * 1 FETCH (UID 1 BODY[HEADER] {40}
S: From: a@client.example
S: Subject: One
S:
S: )
S: a21 OK
C: a22 UID FETCH 1 (UID FLAGS)
S: * 1 FETCH (UID 1 FLAGS (\Recent))
S: a22 OK
C: a23 UID FETCH 9 (UID RFC822.SIZE)
S: a23 OK
C: a24 UID MOVE 9 Kestrel
S: a24 OK
C: a25 UID MOVE 1 Nope
S: a25 NO [TRYCREATE]
C: a26 UID MOVE 1 Kestrel
S: * OK [COPYUID N 1 1]
S: * 1 EXPUNGE
S: * 1 RECENT
S: a26 OK
C: a27 UID COPY 2 Kestrel
S: a27 OK [COPYUID N 2 2]
C: a28 UID STORE 2 +FLAGS.SILENT (\Deleted)
S: * 1 FETCH (UID 2 MODSEQ (N))
S: a28 OK
C: a29 UID EXPUNGE 9
S: a29 OK
C: a30 UID EXPUNGE 2
S: * 1 EXPUNGE
S: * 0 RECENT
S: a30 OK
C: a31 UID SEARCH ALL
S: * SEARCH
S: a31 OK
C: a32 IDLE
S: + idling
+
S: * 1 EXISTS
S: * 1 RECENT
C: DONE
S: a32 OK
C: a33 UID STORE 3 +FLAGS ($KestrelTaken)
S: * FLAGS (\Answered \Flagged \Deleted \Seen \Draft $KestrelTaken)
S: * OK [PERMANENTFLAGS (\Answered \Flagged \Deleted \Seen \Draft $KestrelTaken \*)]
S: * 1 FETCH (UID 3 MODSEQ (N) FLAGS (\Recent $KestrelTaken))
S: a33 OK
C: a34 UID SEARCH UNKEYWORD $KestrelTaken
S: * SEARCH
S: a34 OK
C: a35 UID SEARCH UNSEEN
S: * SEARCH 3
S: a35 OK
C: a36 UID SEARCH UID 3
S: * SEARCH 3
S: a36 OK
+
C: a37 NOOP
S: * 2 EXISTS
S: * 2 RECENT
S: a37 OK
C: a38 UID FETCH 4 (UID FLAGS)
S: * 2 FETCH (UID 4 FLAGS (\Recent))
S: a38 OK
C: a39 EXAMINE INBOX
S: * OK [CLOSED]
S: * FLAGS (\Answered \Flagged \Deleted \Seen \Draft $KestrelTaken)
S: * OK [PERMANENTFLAGS ()]
S: * 2 EXISTS
S: * 0 RECENT
S: * OK [UNSEEN 1]
S: * OK [UIDVALIDITY N]
S: * OK [UIDNEXT 5]
S: * OK [HIGHESTMODSEQ N]
S: a39 OK [READ-ONLY]
C: a40 NONSENSE
S: a40 BAD
C: a41 LOGOUT
S: * BYE
S: a41 OK
`;

/** The shape of a line of a server. */
function shapeOf(line: string): string {
  if (/^\* CAPABILITY/.test(line)) return '* CAPABILITY';
  const status = /^(\S+ (?:OK|NO|BAD|BYE))(?: (\[[^\]]*\]))?/.exec(line);
  const shape = status ? [status[1], status[2] ?? []].flat().join(' ') : line;
  return shape
    .replace(/\[CAPABILITY .*/, '[CAPABILITY]')
    .replace(/\[(UIDVALIDITY|HIGHESTMODSEQ) \d+\]/, '[$1 N]')
    .replace(/\[COPYUID \d+/, '[COPYUID N')
    .replace(/MODSEQ \(\d+\)/, 'MODSEQ (N)')
    .replace(/^\* ID .*/, '* ID');
}

async function converse(port: number, deliver: (raw: string) => unknown): Promise<string> {
  const lines = conversation.trim().split('\n');
  const said: string[] = [];
  const heard: string[] = [];
  let unread = '';
  const begin = lines.findIndex((line) => line !== '+');
  for (let left = begin; left > 0; left -= 1) await deliver(mail);
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1').on('data', (text: string) => {
    unread += text;
    const whole = unread.split('\r\n');
    unread = whole.pop() ?? '';
    said.push(...whole);
    heard.push(...whole.map((line) => `S: ${shapeOf(line)}`.trimEnd()));
  });
  let expected = 0;
  for (const line of lines.slice(begin)) {
    if (line.startsWith('S:')) {
      expected += 1;
      continue;
    }
    await vi
      .waitFor(() => expect(said.length).toBeGreaterThanOrEqual(expected), 10_000)
      .catch(() => {});
    heard.push(line);
    if (line === '+') await deliver(mail);
    else socket.write(`${line.slice(3)}\r\n`);
  }
  await vi
    .waitFor(() => expect(said.length).toBeGreaterThanOrEqual(expected), 10_000)
    .catch(() => {});
  socket.destroy();
  return [...lines.slice(0, begin), ...heard].join('\n');
}

describe('the IMAP server of the tests', () => {
  it('answers as Dovecot does', async () => {
    const server = await startImap();
    expect(await converse(server.port, server.deliver)).toBe(conversation.trim());
    await server.stop();
  });

  it.skipIf(!hasDovecot)('Dovecot itself still does (needs Dovecot and root)', async () => {
    const server = await startDovecot();
    expect(await converse(server.port, server.deliver)).toBe(conversation.trim());
    await server.stop();
  });
});
