import { createHmac } from 'node:crypto';

import { expect, it } from 'vitest';

import { createReplyAddresses } from './reply-addresses';

const addresses = createReplyAddresses({
  address: 'answers@agency.test',
  sign: (text) => createHmac('sha256', 'secret').update(text).digest('base64url'),
});

it('every token in a long email is overwritten, in any case and across chunks', async () => {
  const address = addresses.addressOf('nonce');
  const token = address.slice('answers+'.length, address.indexOf('@'));
  const mib = 1024 * 1024;
  const mail = Buffer.alloc(3 * mib, 'a line of text\r\n');
  const starts = [10, mib - 90, mib - 20, mib + 30, 2 * mib - 1, 3 * mib - address.length - 1];
  for (const [index, start] of starts.entries()) {
    mail.write(index % 2 === 0 ? ` ${address} ` : ` ${address.toUpperCase()} `, start - 1);
  }
  expect(addresses.hashesIn(mail.subarray(0, 1024))).toHaveLength(1);
  await addresses.blotOut(mail);
  const text = mail.toString('latin1').toLowerCase();
  expect(text).not.toContain(token);
  expect(text.split(`answers+${'x'.repeat(token.length)}@agency.test`)).toHaveLength(
    starts.length + 1,
  );
});
