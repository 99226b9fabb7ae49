import { placeLines } from '~/contract/common/addresses';
import { countryName } from '~/contract/common/country-names';
import type { FrozenSeller } from './documents-schema';

/** Address and contact of a seller, below its name. */
export const sellerLines = (seller: FrozenSeller): string[] =>
  [
    ...seller.address,
    ...placeLines(seller),
    countryName(seller.country),
    seller.email,
    seller.phone,
  ].filter(Boolean);
