import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { buildMailThread } from '~/testing/mail-thread';
import { createMailReader, type ReadMail, type ReadRaw } from './read-mail';

/** Expected result for each email in the fixtures. */
interface Expected extends Partial<Omit<ReadMail, 'attachments' | 'cut'>> {
  text: string;
  /** Texts that are in the full text, but not in the displayed one. */
  cut?: string[];
  /** File names, and positions of inline pictures. */
  attachments?: string[];
}

const folder = join(import.meta.dirname, 'fixtures');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
  string,
  Expected
>;

let read: ReadRaw;
let thread: Awaited<ReturnType<typeof buildMailThread>>;

beforeAll(async () => {
  thread = await buildMailThread();
  read = createMailReader(thread.file);
});
afterAll(() => thread.remove());

it('each email has an expected result', () => {
  const files = readdirSync(folder, 'utf8');
  const mails = files.filter((file) => file.endsWith('.eml')).map((file) => file.slice(0, -4));
  expect(mails.sort()).toEqual(Object.keys(expected).sort());
});

it.each(Object.entries(expected))(
  'the reader returns the expected result for %s',
  async (name, { cut = [], attachments, ...fields }) => {
    const result = await read(readFileSync(join(folder, `${name}.eml`)));
    if (!result.ok) throw new Error(result.reason);
    const { mail } = result;
    expect(mail).toMatchObject(fields);
    for (const one of cut) {
      expect(mail.fullText).toContain(one);
      expect(mail.cut).toContain(one);
      expect(mail.text).not.toContain(one);
    }
    if (attachments)
      expect(
        mail.attachments.map(({ name, place }) => (place ? `${name} ${place}` : name)),
      ).toEqual(attachments);
    expect(mail.text).not.toMatch(/(?![\n\t])\p{Cc}/u);
  },
);
