import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import iconv from 'iconv-lite';
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

const headers =
  'From: Ada <ada@client.example>\r\nTo: hello@agency.example\r\nSubject: Hello\r\nMessage-ID: <bomb@client.example>\r\n';
const mixed = `${headers}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;

const alternative = (plain: string, html: string) =>
  `${headers}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${plain}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b--`;

async function mailOf(raw: string | Uint8Array) {
  const result = await read(typeof raw === 'string' ? Buffer.from(raw) : raw);
  if (!result.ok) throw new Error(result.reason);
  return result.mail;
}
const reasonOf = async (raw: string | Uint8Array) => {
  const result = await read(typeof raw === 'string' ? Buffer.from(raw) : raw);
  return result.ok ? 'read' : result.reason;
};

describe('createMailReader', () => {
  const nested = (depth: number) =>
    headers +
    Array.from(
      { length: depth },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join('') +
    '\r\ninnermost';
  const long = `X-Long: ${'x'.repeat(990)}\r\n`;
  const tooMany = (what: string) => `This email has too many ${what} to be read.`;

  it.each([
    ['50 levels', nested(50), 'This email is nested too deeply to be read.'],
    ['100,000 parts', `${mixed}${'--b\r\n\r\nx\r\n'.repeat(100_000)}--b--`, tooMany('parts')],
    ['lines that are nearly a boundary', mixed + '--b x\n'.repeat(200_000), tooMany('parts')],
    ['many headers', `${headers}${long.repeat(300)}\r\nhello`, tooMany('headers')],
    ['a header of 1 MB', `${headers}X: ${'x'.repeat(1_000_000)}`, tooMany('headers')],
    [
      'headers in parts',
      mixed + `--b\r\n${long.repeat(20)}\r\nx\r\n`.repeat(20),
      tooMany('headers'),
    ],
    ['2 MB of empty lines', `${headers}\r\n${'\n'.repeat(2_000_000)}`, tooMany('lines')],
  ])('reads only the header of an email with %s', async (_, raw, reason) => {
    expect(await read(Buffer.from(raw))).toMatchObject({
      ok: false,
      reason,
      mail: {
        from: { name: 'Ada', address: 'ada@client.example' },
        subject: 'Hello',
        messageId: 'bomb@client.example',
        text: '',
      },
    });
  });

  it('reads an email at the limits', async () => {
    expect((await mailOf(nested(30))).text).toBe('innermost');
    expect((await mailOf(mixed + '--b\r\n\r\nx\r\n'.repeat(1_900))).text).toMatch(/^x/);
    expect((await mailOf(`${headers}${long.repeat(200)}\r\nhello`)).text).toBe('hello');
  });

  it('limits the number of addresses, references and encoded words', async () => {
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

  it.each(['<div>', '<blockquote>', '<table><tr><td>', '<a href=http://x>', '<', '&amp;'])(
    'reads the beginning of HTML with many %s',
    async (repeated) => {
      const html = `${headers}Content-Type: text/html\r\n\r\n<p>First</p>`;
      expect((await mailOf(html + repeated.repeat(200_000))).text).toMatch(/^First/);
    },
  );

  it.each([
    ['spaces', ' '],
    ['short lines', 'x\nx\n\n\n\n'],
    ['part headers', 'Content-Type: text/plain; format=flowed\n\n> a \n'],
    ['charsets', 'charset=x-none\u00e9'],
    ['brackets', '[cid:'],
  ])('reads a text of 500,000 lines or 2 MB of %s', async (_, text) => {
    const lines = text.split('\n').length - 1;
    const count = Math.min(2_000_000 / text.length, 499_000 / Math.max(1, lines));
    const raw = `${headers}\r\nFirst ${text.repeat(count)}`;
    expect((await mailOf(raw)).fullText).toMatch(/^First/);
  });

  it('reads an attachment of 26 MiB', async () => {
    const line = `${'QUJD'.repeat(19)}\r\n`;
    const count = Math.floor((26 * 1024 * 1024) / line.length);
    const raw = `${mixed}--b\r\n\r\nhello\r\n--b\r\nContent-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${line.repeat(count)}--b--`;
    const { text, attachments } = await mailOf(raw);
    expect(text).toBe('hello');
    expect(attachments.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['a.zip', count * 57],
    ]);
  });

  it('does not read an email above its maximum size', async () => {
    expect(await reasonOf(new Uint8Array(readingLimits.rawBytesMax + 1))).toBe(
      'This email is too large to be read.',
    );
  });

  it('shows the body of an email or a part whose parts have no boundary', async () => {
    const lost = '--c\r\n\r\nhello\r\n--c--\r\n';
    const file = '--b\r\nContent-Type: image/png; name=x.png\r\n\r\nx\r\n--b--';
    for (const type of ['multipart/mixed', 'multipart/mixed;\r\n boundary=z']) {
      const head = `Content-Type: ${type}\r\n\r\n`;
      for (const raw of [headers + head + lost, `${mixed}--b\r\n${head}${lost}${file}`])
        expect(await mailOf(raw)).toMatchObject({
          text: expect.stringContaining('hello'),
          notes: ['The parts of this email could not be told apart.'],
        });
    }
  });

  it('reads a body without a valid type, and headers below empty lines', async () => {
    for (const type of ['', 'text', '\r\nX-Other: text/html', 'text/markdown', 'text/enriched'])
      expect(await mailOf(`\r\n\r\n${headers}Content-Type: ${type}\r\n\r\nhello`)).toMatchObject({
        subject: 'Hello',
        text: 'hello',
        attachments: [],
      });
  });

  it('reads 8-bit text with a wrong label', async () => {
    const labeled = (label: string) => `${headers}Content-Type: text/plain${label}\r\n\r\nGrüße`;
    for (const label of [
      '',
      '; charset=',
      '; charset=us-ascii',
      '; charset="x-none"',
      '; charset=utf-7',
    ])
      expect((await mailOf(labeled(label))).text).toBe('Grüße');
    const base64 = Buffer.from([0x83, 0x65]).toString('base64');
    const encoded = `Content-Type: text/plain; charset=cp932\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}`;
    expect(await mailOf(`Subject: Grüße\r\n${encoded}`)).toMatchObject({ text: 'テ' });
    const western = Buffer.from(`Subject: Rückfrage\r\n${labeled('; charset=utf-8')}`, 'latin1');
    expect(await mailOf(western)).toMatchObject({ subject: 'Rückfrage', text: 'Grüße' });
  });

  it.each([
    ['cp437', 'Gr=81=E1e', 'Grüße'],
    ['cp852', '=9D=A2d=AB', 'Łódź'],
    ['ks_c_5601-1987', '=8Cc=B9=E6', '똠방'],
    ['gb2312', '=A2=E3=D6=D0', '€中'],
    ['viscii', 'Vi=AEt', 'Việt'],
    ['windows-1252', 'It=92s =80 5', 'It’s € 5'],
  ])('reads text in %s', async (charset, encoded, text) => {
    const type = `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: quoted-printable`;
    const subject = `=?${charset}?Q?${encoded.replaceAll(' ', '_')}?=`;
    expect(await mailOf(`Subject: ${subject}\r\n${type}\r\n\r\n${encoded}`)).toMatchObject({
      subject: text,
      text,
    });
  });

  it.each([
    ['windows-1251', 'Цена 900 рублей, спасибо за ваше предложение'],
    ['koi8-r', 'Цена 900 рублей, спасибо за ваше предложение'],
    ['shift_jis', 'お見積もりの価格は900ユーロです'],
    ['gb18030', '我们的报价是九百欧元,谢谢您的来信'],
  ])('reads text in %s that names no charset or an unknown one', async (charset, text) => {
    const bytes = iconv.encode(text, charset);
    for (const label of ['', '; charset=x-unknown', '; charset=us-ascii', '; charset=utf-8']) {
      const start = Buffer.from(`${headers}Content-Type: text/plain${label}\r\n`);
      const base64 = `Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`;
      const raw = [Buffer.from('\r\n'), bytes];
      for (const body of [raw, [Buffer.from(base64)]])
        expect((await mailOf(Buffer.concat([start, ...body]))).text).toBe(text);
    }
    const subject = Buffer.concat([
      Buffer.from('Subject: '),
      bytes,
      Buffer.from('\r\n\r\n'),
      bytes,
    ]);
    expect(await mailOf(subject)).toMatchObject({ subject: text, text });
  });

  it('reads text in the charset that the HTML names, also the plain text beside it', async () => {
    for (const meta of [
      '<meta charset="big5">',
      '<meta http-equiv="Content-Type" content="text/html; charset=big5">',
    ]) {
      const html = iconv.encode(`<html><head>${meta}</head><p>報價</p>`, 'big5');
      const type = Buffer.from(`${headers}Content-Type: text/html\r\n\r\n`);
      expect((await mailOf(Buffer.concat([type, html]))).text).toBe('報價');
      const both = [
        Buffer.from(
          `${headers}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n`,
        ),
        iconv.encode('報價', 'big5'),
        Buffer.from('\r\n--b\r\nContent-Type: text/html\r\n\r\n'),
        html,
        Buffer.from('\r\n--b--'),
      ];
      expect((await mailOf(Buffer.concat(both))).text).toBe('報價');
    }
  });

  it('reads UTF-8 with another label, or with a damaged character', async () => {
    const text = 'Цена 価格 Grüße';
    for (const label of ['iso-2022-jp', 'shift_jis', 'gb2312', 'windows-1251', 'iso-8859-1']) {
      const raw = `${headers}Content-Type: text/plain; charset=${label}\r\n\r\n${text}`;
      expect((await mailOf(raw)).text).toBe(text);
    }
    const start = Buffer.from(`${headers}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`);
    expect((await mailOf(Buffer.concat([start, Buffer.from([0xc3])]))).text).toBe(`${text}\ufffd`);
  });

  it.each([
    'This message needs an HTML viewer.',
    'HTMLメールです。',
    'N/A',
    '[cid:logo]',
    'Get Outlook for iOS',
  ])('shows the HTML if the plain text is only %j', async (plain) => {
    const html =
      '<p>The price is 900 euros, please <a href="https://sign.example/1">sign here</a></p>';
    expect((await mailOf(alternative(plain, html))).text).toBe(
      'The price is 900 euros, please sign here (https://sign.example/1)',
    );
  });

  it('shows the plain text if it has the words of the HTML, and no link is missing', async () => {
    const same = alternative('The  price is\n900 euros', '<p>The price is 900 euros</p>');
    expect((await mailOf(same)).text).toBe('The  price is\n900 euros');
    const link = alternative('Sign here', '<p>Sign <a href="https://sign.example/1">here</a></p>');
    expect((await mailOf(link)).text).toBe('Sign here (https://sign.example/1)');
    expect((await mailOf(alternative('Yes', '<p></p>'))).text).toBe('Yes');
  });

  it('shows the HTML if the plain text lacks one of its numbers', async () => {
    const html = '<p>The price of the site is <s>1000</s> 900 euros, as we said on Monday</p>';
    const plain = 'The price of the site is 1000 euros, as we said on Monday';
    expect((await mailOf(alternative(plain, html))).text).toContain('~~1000~~ 900 euros');
  });

  it('keeps the meaning of struck text and raised numbers', async () => {
    const html =
      '<p><s>red</s> blue, <span style="text-decoration: line-through">5</span> 10<sup>6</sup></p>';
    const raw = `${headers}Content-Type: text/html; charset=utf-8\r\n\r\n${html}`;
    expect((await mailOf(raw)).text).toBe('~~red~~ blue, ~~5~~ 10⁶');
  });

  it('keeps text files out of the text, with their original bytes', async () => {
    const part = (head: string, body: string) => `--b\r\nContent-Type: ${head}\r\n\r\n${body}\r\n`;
    const { text, attachments } = await mailOf(
      mixed +
        part('text/plain', 'hello') +
        part('text/plain; name=log.txt', 'one') +
        part('text/html\r\nContent-Disposition: inline; filename="page.html"', '<p>two') +
        part('pdf; name=scan.pdf', 'four') +
        part('message/rfc822', part('text/plain; name=inner.txt', 'three').replace('--b\r\n', '')) +
        '--b--',
    );
    expect(text).toBe('hello');
    expect(
      attachments.map(({ name, type, bytes }) => [name, type, Buffer.from(bytes).toString()]),
    ).toEqual([
      ['log.txt', 'text/plain', 'one\n'],
      ['page.html', 'text/html', '<p>two\n'],
      ['scan.pdf', 'pdf', 'four\n'],
      ['mail.eml', 'message/rfc822', 'Content-Type: text/plain; name=inner.txt\n\nthree\n\n'],
    ]);
  });

  it('separates an answer from flowed quoted text above it', async () => {
    const raw = `${headers}Content-Type: text/plain; format=flowed\r\n\r\n> May \r\n> \r\nYes, \r\nMay.`;
    expect((await mailOf(raw)).text).toBe('Yes, May.');
  });

  it('removes line breaks, NULs and direction marks from names', async () => {
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

  it('reads empty emails, NULs and random bytes without an error', async () => {
    expect(await reasonOf('')).toBe('This email is empty.');
    expect((await mailOf(new Uint8Array(100_000))).text).toBe('');
    let seed = 17;
    const random = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed >>> 24;
    };
    for (let round = 0; round < 10; round++) {
      const bytes = Uint8Array.from({ length: 4_000 }, random);
      expect(await read(bytes)).toMatchObject({ ok: true });
      const raw = Buffer.concat([Buffer.from(`${mixed}--b\r\n`), bytes]);
      expect(await read(raw)).toMatchObject({ ok: true });
    }
  });
});

describe('the worker thread of createMailReader', () => {
  /** Worker that responds with its thread id, and follows instructions in the email. */
  const obedient = join(folder, 'obedient.mjs');
  writeFileSync(
    obedient,
    `import { parentPort, threadId } from 'node:worker_threads';
     parentPort.on('message', (raw) => {
       const said = Buffer.from(raw).toString();
       const kept = [];
       while (said === 'greedy') kept.push(new Array(1e5).fill(Math.random()));
       if (said === 'fatal') process.exit(3);
       parentPort.postMessage({ ok: false, reason: String(threadId) });
     });`,
  );
  const say = (reader: ReadRaw, text: string) => reader(new TextEncoder().encode(text));

  it('is ended when it takes too much memory or fails, and the next email has a new one', async () => {
    const reader = createMailReader(obedient);
    const before = await say(reader, 'one');
    expect(await say(reader, 'two')).toEqual(before);
    const reason = 'This email took too much time or memory to read.';
    expect(await say(reader, 'greedy')).toMatchObject({ ok: false, reason });
    const after = await say(reader, 'three');
    expect(after).toMatchObject({ ok: false, reason: expect.stringMatching(/^\d+$/) });
    expect(after).not.toEqual(before);
    expect(await say(reader, 'fatal')).toMatchObject({
      ok: false,
      reason: 'This email could not be read.',
    });
    expect(await say(reader, 'four')).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^\d+$/),
    });
  });

  it('receives the bytes of an email, or a copy', async () => {
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

  it('returns the same result in this thread without a build', async () => {
    const here = createMailReader(undefined);
    const raw = Buffer.from(`${headers}\r\nhello`);
    expect(await here(raw)).toEqual(await read(raw));
    expect(await readMail(raw)).toEqual(await read(raw));
    expect(await here(Buffer.alloc(0))).toEqual(
      expect.objectContaining({ ok: false, reason: 'This email is empty.' }),
    );
  });
});

it('keeps the alternative text of a picture in the text, unless it is a file name', async () => {
  const html = (alt: string) =>
    `${headers}Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>See <img src="cid:p@x" alt="${alt}"> please</p>\r\n--b\r\nContent-Type: image/png; name="plan.png"\r\nContent-ID: <p@x>\r\nContent-Disposition: inline; filename="plan.png"\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--b--`;
  expect((await mailOf(html('Plan of the first floor'))).text).toBe(
    'See [image: Plan of the first floor] please',
  );
  expect((await mailOf(html('image001.png'))).text).not.toContain('image');
});
