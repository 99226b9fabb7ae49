import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildMailThread } from '~/testing/mail-thread';
import { createMailReader, type ReadRaw, readingLimits, readMail } from './read-mail';

const folder = mkdtempSync(join(tmpdir(), 'mail-threads-'));
let thread: Awaited<ReturnType<typeof buildMailThread>>;
let read: ReadRaw;

beforeAll(async () => {
  thread = await buildMailThread();
  read = createMailReader(thread.file);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await thread.remove();
});

const headers = 'From: Ada <ada@client.example>\r\nTo: hello@agency.example\r\nSubject: Hello\r\n';
const mixed = `${headers}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;

async function mailOf(raw: string | Uint8Array) {
  const result = await read(typeof raw === 'string' ? Buffer.from(raw) : raw);
  if (!result.ok) throw new Error(result.reason);
  return result.mail;
}
const reasonOf = async (raw: string | Uint8Array) => {
  const result = await read(typeof raw === 'string' ? Buffer.from(raw) : raw);
  return result.ok ? 'read' : result.reason;
};

describe('a bomb', () => {
  it('of nested parts is refused', async () => {
    const nested = (depth: number) =>
      headers +
      Array.from(
        { length: depth },
        (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
      ).join('') +
      '\r\ninnermost';
    expect(await reasonOf(nested(500))).toBe('This mail is nested too deeply to be read.');
    expect(await reasonOf(nested(31))).toBe('This mail is nested too deeply to be read.');
    expect((await mailOf(nested(30))).text).toBe('innermost');
  });

  it('of many parts is refused', async () => {
    const many = (count: number) => `${mixed}${'--b\r\n\r\nx\r\n'.repeat(count)}--b--`;
    expect(await reasonOf(many(10_000))).toBe('This mail has too many parts to be read.');
    expect(await reasonOf(many(1_000))).toBe('This mail has too many parts to be read.');
    expect((await mailOf(many(999))).text).toHaveLength(999 * 3 - 2);
  });

  it('of lines that are nearly a boundary is refused', async () => {
    expect(await reasonOf(mixed + '--b x\n'.repeat(200_000))).toBe(
      'This mail has too many parts to be read.',
    );
  });

  it('of headers is refused', async () => {
    const line = `X-Long: ${'x'.repeat(990)}\r\n`;
    const reason = 'This mail has too many headers to be read.';
    expect(await reasonOf(`${headers}${line.repeat(300)}\r\nhello`)).toBe(reason);
    expect(await reasonOf(`${headers}X: ${'x'.repeat(300_000)}`)).toBe(reason);
    expect(await reasonOf(mixed + `--b\r\n${line.repeat(200)}\r\nx\r\n`.repeat(20))).toBe(reason);
    expect((await mailOf(`${headers}${line.repeat(200)}\r\nhello`)).text).toBe('hello');
  });

  it('of addresses, references and words is read in part', async () => {
    const cc = `Cc: ${'a <a@b.example>, Team: c@d.example; '.repeat(6_000)}\r\n`;
    expect((await mailOf(`${headers}${cc}\r\nx`)).recipients).toEqual([
      'hello@agency.example',
      'a@b.example',
      'c@d.example',
    ]);
    const ids = Array.from({ length: 9_000 }, (_, at) => `<${at}@b.example>`).join(' ');
    const { references } = await mailOf(`${headers}References: ${ids}\r\n\r\nx`);
    expect(references).toHaveLength(100);
    expect(references[0]).toBe('8999@b.example');
    const words = '=?utf-8?q?a?= '.repeat(15_000);
    expect((await mailOf(`Subject: ${words}\r\n\r\nx`)).subject).toMatch(/^a{500}$/);
  });

  it('of HTML is read in part', async () => {
    const html = `${headers}Content-Type: text/html\r\n\r\n`;
    const first = `${html}<p>First</p>`;
    for (const one of [
      '<div>',
      '<blockquote>',
      '<table><tr><td>',
      '<ul><li>',
      '<a href=http://x>',
      '<',
      '&amp;',
    ])
      expect((await mailOf(first + one.repeat(200_000))).text).toMatch(/^First/);
  });

  it.each([
    ['quotation marks', '>'],
    ['spaces', ' '],
    ['one letter', 'x'],
    ['empty lines', '\n'],
    ['introductions', 'On 2025 a@b.example wrote:\n'],
    ['headers', 'From: a\nSent: b\nTo: c\nSubject: d\n'],
    ['markers', 'x\nWrite your answer above this line\n'],
    ['delimiters', '--\n'],
    ['rules', '________________________________\n'],
    ['brackets', '[cid:'],
  ])('of two megabytes of %s is read', async (_, text) => {
    const raw = `${headers}\r\nFirst ${text.repeat(2_000_000 / text.length)}`;
    expect((await mailOf(raw)).fullText).toMatch(/^First/);
  });

  it('of base64 is as large as it says', async () => {
    const line = `${'QUJD'.repeat(19)}\r\n`;
    const count = Math.floor((26 * 1024 * 1024) / line.length);
    const raw = `${mixed}--b\r\n\r\nhello\r\n--b\r\nContent-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${line.repeat(count)}--b--`;
    const { text, attachments } = await mailOf(raw);
    expect(text).toBe('hello');
    expect(attachments.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['a.zip', count * 57],
    ]);
  });

  it('that is larger than mails are is not looked at', async () => {
    expect(await reasonOf(new Uint8Array(readingLimits.rawBytesMax + 1))).toBe(
      'This mail is too large to be read.',
    );
  });
});

describe('a broken mail', () => {
  it('of broken base64 and quoted-printable is read as far as it goes', async () => {
    const encoded = (encoding: string, text: string) =>
      `${headers}Content-Transfer-Encoding: ${encoding}\r\n\r\n${text}`;
    expect((await mailOf(encoded('base64', 'SGVsbG8=\r\nSGVs=bG8\r\n=====\r\n!!'))).text).toBe(
      'HelloHello',
    );
    expect((await mailOf(encoded('base64', '='.repeat(50_000)))).text).toBe('');
    expect(await mailOf(encoded('quoted-printable', 'a=ZZ=4=\r\nb=41='))).toMatchObject({
      text: 'a=ZZ=4bA',
    });
    expect(await mailOf(encoded('x-unknown', 'as it is'))).toMatchObject({ text: 'as it is' });
  });

  it('without its boundaries is shown whole', async () => {
    const told = ['The parts of this mail could not be told apart.'];
    for (const type of [
      'multipart/mixed',
      'multipart/mixed; boundary=""',
      'multipart/mixed; boundary=z',
    ])
      expect(await mailOf(`${headers}Content-Type: ${type}\r\n\r\n--b\r\n\r\nhello`)).toMatchObject(
        {
          text: expect.stringContaining('hello'),
          notes: told,
        },
      );
    expect((await mailOf(`\r\n\r\n${headers}\r\nhello`)).subject).toBe('Hello');
    expect((await mailOf(`${mixed}--b\r\n\r\nwithout an end`)).text).toBe('without an end');
    expect(
      (await mailOf(`${mixed}--b\r\nContent-Type: text/plain\r\n--b\r\n\r\nnext\r\n--b--`)).text,
    ).toBe('next');
  });

  it('with the name of a charset that is none is read', async () => {
    for (const charset of ['', '"', 'utf-7', 'x'.repeat(10_000), '../../etc', '__proto__'])
      expect(
        (await mailOf(`${headers}Content-Type: text/plain; charset=${charset}\r\n\r\nGrüße`)).text,
      ).toBe('Grüße');
  });

  it('brings no line breaks, NULs or marks of direction into names', async () => {
    const nasty = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
    const name = nasty('a\r\nBcc: x@y.example\0\u202egnp.exe');
    const { subject, from, attachments, text } = await mailOf(
      `From: ${name} <ada@client.example>\r\nSubject: ${name}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nno\0thing\ud800\x07\r\n--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nx\r\n--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="..\\\\..\\\\/etc/passwd"\r\n\r\nx\r\n--b\r\nContent-Disposition: attachment; filename*=utf-8''${encodeURIComponent('é'.repeat(400))}.pdf\r\n\r\nx\r\n--b--`,
    );
    expect(subject).toBe('a Bcc: x@y.examplegnp.exe');
    expect(from.name).toBe(subject);
    expect(text).toMatch(/^nothing\ufffd*$/);
    const [first, second, third] = attachments.map((one) => one.name);
    expect(first).toBe('a Bcc x@y.examplegnp.exe');
    expect(second).toBe('passwd');
    expect(third).toMatch(/^é{196}\.pdf$/);
    expect((await mailOf(`Subject: ${'x'.repeat(5_000)}\r\n\r\n`)).subject).toHaveLength(500);
  });

  it('never makes another address of the one that it comes from', async () => {
    const ofFrom = async (from: string) => {
      const pass = 'Authentication-Results: mx; dmarc=pass header.from=other.example';
      const mail = await mailOf(`${pass}\r\nFrom: ${from}\r\n\r\nx`);
      return [mail.from.address, mail.authentication];
    };
    const ada = 'ada@client.example';
    expect(await ofFrom(`"${ada}" <mallory@other.example>`)).toEqual([
      'mallory@other.example',
      'pass',
    ]);
    expect(await ofFrom(`${ada} <mallory@other.example>`)).toEqual([
      'mallory@other.example',
      'pass',
    ]);
    // Which of two addresses the server has looked at is not known.
    for (const from of [
      `${ada}, mallory@other.example`,
      `${ada}\r\nFrom: mallory@other.example`,
      `<${ada}> <mallory@other.example>`,
      `<${ada}>mallory@other.example`,
      `Team: ${ada};`,
    ])
      expect(await ofFrom(from)).toEqual(['', 'none']);
    // It has looked at another one.
    expect(await ofFrom(ada)).toEqual([ada, 'none']);
    for (const from of [
      `${'x '.repeat(9_000)}<${ada}>`,
      `${ada}${'.x'.repeat(400)}`,
      'a\0da@client.example',
      'a\u202eda@client.example',
    ])
      expect((await ofFrom(from))[0]).toBe('');
  });

  it('of nothing, of NULs and of random bytes does no harm', async () => {
    expect(await reasonOf('')).toBe('This mail is empty.');
    expect((await mailOf(new Uint8Array(100_000))).text).toBe('');
    let seed = 17;
    const random = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed >>> 24;
    };
    for (let round = 0; round < 50; round++) {
      const bytes = Uint8Array.from({ length: 4_000 }, random);
      expect(await read(bytes)).toMatchObject({ ok: true });
      const raw = Buffer.concat([Buffer.from(`${mixed}--b\r\n`), bytes]);
      expect(await read(raw)).toMatchObject({ ok: true });
    }
  });

  it('keeps an archive of archives as it is', async () => {
    const zip = Buffer.from('PK\x03\x04 PK\x03\x04 PK\x03\x04', 'latin1');
    const { attachments } = await mailOf(
      `${mixed}--b\r\nContent-Type: application/zip; name=bomb.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${zip.toString('base64')}\r\n--b--`,
    );
    expect(attachments.map(({ name, bytes }) => [name, Buffer.from(bytes)])).toEqual([
      ['bomb.zip', zip],
    ]);
  });
});

describe('the thread', () => {
  /** It answers with its own number, and does what a mail says. */
  const obedient = join(folder, 'obedient.mjs');
  writeFileSync(
    obedient,
    `import { parentPort, threadId } from 'node:worker_threads';
     parentPort.on('message', (raw) => {
       const said = Buffer.from(raw).toString();
       const kept = [];
       while (said === 'greedy') kept.push(new Array(1e5).fill(Math.random()));
       while (said === 'endless') {}
       if (said === 'fatal') process.exit(3);
       parentPort.postMessage({ ok: false, reason: String(threadId) });
     });`,
  );
  const say = (reader: ReadRaw, text: string) => reader(new TextEncoder().encode(text));

  it('that takes too much memory or time is ended, and the next mail has a new one', async () => {
    const reader = createMailReader(obedient);
    const before = await say(reader, 'one');
    expect(await say(reader, 'two')).toEqual(before);
    const reason = 'This mail took too much time or memory to read.';
    expect(await say(reader, 'greedy')).toEqual({ ok: false, reason });
    const after = await say(reader, 'three');
    expect(after).toEqual({ ok: false, reason: expect.stringMatching(/^\d+$/) });
    expect(after).not.toEqual(before);
    expect(await say(reader, 'endless')).toEqual({ ok: false, reason });
    expect(await say(reader, 'fatal')).toEqual({
      ok: false,
      reason: 'This mail could not be read.',
    });
    expect(await say(reader, 'four')).toEqual({
      ok: false,
      reason: expect.stringMatching(/^\d+$/),
    });
  });

  it('is handed the bytes of a mail, or a copy', async () => {
    const raw = new TextEncoder().encode(`${headers}\r\nhello`);
    expect(await read(raw)).toMatchObject({ ok: true, mail: { text: 'hello' } });
    expect(raw).not.toHaveLength(0);
    expect(await read(raw, { handOver: true })).toMatchObject({
      ok: true,
      mail: { text: 'hello' },
    });
    expect(raw).toHaveLength(0);
    const shared = Buffer.from(`${headers}\r\nhello`);
    expect(await read(shared, { handOver: true })).toMatchObject({ ok: true });
    expect(shared).not.toHaveLength(0);
  });

  it('reads the same as this one does without a build', async () => {
    const here = createMailReader(undefined);
    const raw = Buffer.from(`${headers}\r\nhello`);
    expect(await here(raw)).toEqual(await read(raw));
    expect(await readMail(raw)).toEqual(await read(raw));
    expect(await here(Buffer.alloc(0))).toEqual({ ok: false, reason: 'This mail is empty.' });
  });
});
