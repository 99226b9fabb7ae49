import { taxNumbersOf } from '~/contract/documents/tax-numbers';
import type { Seller } from '~/contract/settings/sales-settings-schema';
import { countryName } from './country-names';

/**
 * Countries that write the postcode after the city on the same line. Most other countries write it
 * before the city.
 */
const behindPlace = new Set(
  `US PR GU VI AS MP FM MH PW CA AU NF CX CC NZ SG IN ID TH TW CN JP MT SA JO LB NP BN BH KH BM MM NG PE VN IL`.split(
    ' ',
  ),
);
const onOwnLine = new Set(
  'GB GG JE IM IE GI FK SH IO PN GS TC ZA KE LK EG BR HU RU UA KR'.split(' '),
);
/**
 * Separators between city and postcode in further countries that write the postcode after the city.
 */
const signs: Readonly<Record<string, string>> = { BD: ' - ', PK: '-', LV: ', ' };

/**
 * Returns the lines of an address that contain the city and the postcode, in the order used in the
 * country.
 *
 * @param address `country` is an ISO code; an unknown code gets the most common order
 */
export function placeLines(address: {
  city?: string | undefined;
  postcode?: string | undefined;
  country?: string | undefined;
}): string[] {
  const city = address.city?.trim() ?? '';
  const postcode = address.postcode?.trim() ?? '';
  const country = address.country?.trim().toUpperCase() ?? '';
  if (!city || !postcode) return [city || postcode].filter(Boolean);
  if (onOwnLine.has(country)) return [city, postcode];
  if (behindPlace.has(country)) return [`${city} ${postcode}`];
  const sign = signs[country];
  return [sign === undefined ? `${postcode} ${city}` : `${city}${sign}${postcode}`];
}

/** Returns the lines with a seller's address and contact data, without the name. */
export const sellerLines = (seller: {
  address: readonly string[];
  city: string;
  postcode: string;
  country: string;
  email: string;
  phone: string;
}): string[] =>
  [
    ...seller.address,
    ...placeLines(seller),
    countryName(seller.country),
    seller.email,
    seller.phone,
  ].filter(Boolean);

/**
 * Returns the parts of the line at the foot of a letter that identifies the company. Empty without
 * an address.
 */
export const legalLineOf = (seller: Seller): string[] =>
  seller.address.length === 0
    ? []
    : [
        seller.name,
        seller.address.join(', '),
        placeLines(seller).join(', '),
        ...taxNumbersOf(seller),
      ].filter(Boolean);
