import { expect, it } from 'vitest';

import { registrationOf } from './registration';

it.each([
  ['NL', 'KvK 6912 3456', '69123456', '0106'],
  ['BE', '0403.170.701', '0403170701', '0208'],
  ['SE', '556036-0793', '5560360793', '0007'],
  ['NO', '923 609 016 MVA', '923609016', '0192'],
  ['DK', 'CVR 10150817', '10150817', '0184'],
  ['FI', '0112038-9', '0112038-9', '0212'],
  ['FR', '732 829 320', '732829320', '0002'],
  ['FR', '732 829 320 00074', '73282932000074', '0009'],
  ['CH', 'CHE-116.281.710', 'CHE116281710', '0183'],
  ['AU', '51 824 753 556', '51824753556', '0151'],
])('a number in %s has the scheme of its register: %s', (country, written, id, scheme) => {
  expect(registrationOf(written, country)).toEqual({ id, scheme });
});

it.each([
  ['a wrong length', 'NL', '123'],
  ['wrong check digits', 'NO', '923609017'],
  ['wrong check digits', 'BE', '0403170702'],
  ['a register without a scheme', 'DE', 'HRB 12345 B'],
  ['no country', undefined, '69123456'],
])('a number with %s is kept as written', (_, country, written) => {
  expect(registrationOf(written, country)).toEqual({ id: written });
});
