import { expect, it } from 'vitest';

import { senderOf } from './sender';

it.each([
  ['hello@agency.example', 'Harbour & Pine', '"Harbour & Pine" <hello@agency.example>'],
  ['hello@agency.example', 'Möwe, Ltd.', '"Möwe, Ltd." <hello@agency.example>'],
  ['Post <hello@agency.example>', 'Harbour', 'Post <hello@agency.example>'],
  ['<hello@agency.example>', 'Harbour', '<hello@agency.example>'],
  ['hello@agency.example', '', 'hello@agency.example'],
  [
    'a@b.example',
    'x" <evil@c.example>\r\nBcc: d@e.example',
    '"x   evil@c.example   Bcc: d@e.example" <a@b.example>',
  ],
])('senderOf(%s, %s) is %s', (address, name, expected) => {
  expect(senderOf(address, name)).toBe(expected);
});
