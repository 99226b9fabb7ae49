import { expect, it } from 'vitest';

import { isPrivateHost } from './public-requests';

it.each([
  ['http://localhost', true],
  ['http://printer', true],
  ['http://127.0.0.1', true],
  ['http://2130706433', true],
  ['http://10.1.2.3', true],
  ['http://169.254.169.254', true],
  ['http://172.31.0.1', true],
  ['http://172.32.0.1', false],
  ['http://100.64.0.1', true],
  ['http://[::1]', true],
  ['http://[::]', true],
  ['http://[::127.0.0.1]', true],
  ['http://[::ffff:10.0.0.1]', true],
  ['http://[64:ff9b::10.0.0.1]', true],
  ['http://[64:ff9b:1::10.0.0.1]', true],
  ['http://[fd00::1]', true],
  ['http://[fe80::1]', true],
  ['http://[fec0::1]', true],
  ['http://[2606:4700::1111]', false],
  ['https://hooks.example.com', false],
])('isPrivateHost of %s: %s', (url, isPrivate) => {
  expect(isPrivateHost(new URL(url).hostname)).toBe(isPrivate);
});
