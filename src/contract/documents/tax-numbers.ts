import { taxWordOf } from './tax-words';

/** Names of company registration numbers, by ISO code. */
const registrationNames: Record<string, string> = {
  NL: 'KvK',
  BE: 'KBO/BCE',
  DE: 'HRB',
  AT: 'FN',
  CH: 'UID',
  FR: 'SIREN',
  LU: 'RCS',
  ES: 'CIF',
  PT: 'NIPC',
  IT: 'REA',
  GB: 'Company no.',
  IE: 'CRO no.',
  DK: 'CVR',
  SE: 'Org. nr',
  NO: 'Org. nr',
  FI: 'Y-tunnus',
  PL: 'KRS',
  CZ: 'IČO',
  SK: 'IČO',
  HU: 'Cégjegyzékszám',
  RO: 'Reg. com.',
  GR: 'GEMI',
  HR: 'MBS',
  SI: 'Matična št.',
  EE: 'Registrikood',
  LV: 'Reg. nr.',
  LT: 'Įmonės kodas',
  AU: 'ABN',
  NZ: 'NZBN',
  IN: 'CIN',
  SG: 'UEN',
  CA: 'BN',
};

/** Returns the name of a company's registration number in its country. */
const registrationName = (country: string): string =>
  registrationNames[country] ?? 'Registration number';

/** German registers. Their numbers begin with the name of the register; most companies are in HRB. */
const germanRegisters = /^(HRA|HRB|GnR|GsR|PR|VR)\b/i;

/** Returns a registration number with its name, unless it begins with that name. */
function namedRegistration(number: string, country: string): string {
  const name = registrationName(country);
  const isNamed =
    number.toLowerCase().startsWith(name.toLowerCase()) ||
    (country === 'DE' && germanRegisters.test(number));
  return isNamed ? number : `${name} ${number}`;
}

/** Returns the label of the field for the registration number, such as Registration number (KvK). */
export const registrationLabel = (country: string): string =>
  registrationNames[country]
    ? `Registration number (${registrationNames[country]})`
    : 'Registration number';

/** Greek and Cyrillic letters that look like Latin ones. */
const lookAlikes = 'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXАAВBЕEІIКKМMНHОOРPСCТTХX';

/** Returns a number in capitals and Latin letters, without spaces, dots, hyphens and slashes. */
export const normalVatNumber = (written: string): string =>
  written
    .replace(/[\s.\-/]/g, '')
    .toUpperCase()
    .replace(/[\p{Script=Greek}\p{Script=Cyrillic}]/gu, (letter) => {
      const at = lookAlikes.indexOf(letter);
      return at < 0 ? letter : (lookAlikes[at + 1] ?? letter);
    });

/** Returns a normalized VAT number as its country writes it, such as CHE-123.456.788 MWST. */
const writtenVatNumber = (number: string): string =>
  number.replace(
    /^CHE(\d{3})(\d{3})(\d{3})(MWST|TVA|IVA|VAT)?$/,
    (_, one, two, three, suffix) => `CHE-${one}.${two}.${three}${suffix ? ` ${suffix}` : ''}`,
  );

/** Returns the tax that a number belongs to: GST in countries that have it, otherwise VAT. */
const numberWordOf = (country: string): string => (taxWordOf(country) === 'GST' ? 'GST' : 'VAT');

/** Returns the tax and registration numbers of a party, each with its name. A number entered as both is listed once. */
export const taxNumbersOf = (party: {
  vatNumber?: string | undefined;
  taxNumber?: string | undefined;
  registrationNumber?: string | undefined;
  country?: string | undefined;
}): string[] => {
  const { vatNumber = '', taxNumber = '', registrationNumber = '', country = '' } = party;
  const isBoth = vatNumber !== '' && normalVatNumber(taxNumber) === vatNumber;
  return [
    vatNumber && `${numberWordOf(country)} number ${writtenVatNumber(vatNumber)}`,
    taxNumber && !isBoth ? `Tax number ${taxNumber}` : '',
    registrationNumber && namedRegistration(registrationNumber, country),
  ].filter(Boolean);
};
