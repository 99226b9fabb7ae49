import { expect, it } from 'vitest';

import { documentCountry } from './documents-schema';

it.each([
  [' de ', 'DE'],
  ['', ''],
  ['el', 'GR'],
  ['UK', 'GB'],
  ['ＤＥ', 'DE'],
])('reads the country “%s” as “%s”', (written, code) => {
  expect(documentCountry.parse(written)).toBe(code);
});

it.each(['XX', 'ZZ', 'EU', 'FX', 'DEU', 'X'])('refuses the country %s', (written) => {
  expect(documentCountry.safeParse(written).error?.issues[0]?.message).toBe(
    'A country is a code of ISO 3166 with two letters, such as DE',
  );
});
