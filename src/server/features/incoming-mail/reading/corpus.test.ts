import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildMailThread } from '~/testing/mail-thread';
import { automatic } from './corpus/automatic';
import { charsets } from './corpus/charsets';
import { gmailAndApple } from './corpus/gmail-and-apple';
import { inLanguages } from './corpus/languages';
import { otherPrograms } from './corpus/other-programs';
import { outlook } from './corpus/outlook';
import { deliveryReports } from './corpus/reports';
import { structures } from './corpus/structures';
import { createMailReader, type ReadRaw } from './read-mail';

let read: ReadRaw;
let thread: Awaited<ReturnType<typeof buildMailThread>>;

beforeAll(async () => {
  thread = await buildMailThread();
  read = createMailReader(thread.file);
});
afterAll(() => thread.remove());

describe.each([
  ['Gmail and Apple Mail', gmailAndApple],
  ['Outlook', outlook],
  ['other programs', otherPrograms],
  ['languages', inLanguages],
  ['charsets', charsets],
  ['structures', structures],
  ['automatic mails and marks', automatic],
  ['delivery reports', deliveryReports],
])('%s', (_, entries) => {
  it.each(entries)('$name', async ({ raw, expects: { cut = [], attachments, ...fields } }) => {
    const result = await read(raw);
    if (!result.ok) throw new Error(result.reason);
    const { mail } = result;
    expect(mail).toMatchObject(fields);
    for (const one of cut) {
      expect(mail.fullText).toContain(one);
      expect(mail.text).not.toContain(one);
    }
    if (attachments)
      expect(
        mail.attachments.map(({ name, place }) => (place ? `${name} ${place}` : name)),
      ).toEqual(attachments);
    expect(mail.text).not.toMatch(/(?![\n\t])\p{Cc}/u);
  });
});
