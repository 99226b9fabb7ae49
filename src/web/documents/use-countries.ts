import { useEffect, useState } from 'react';

import { countryCodes, namedCodes } from '~/contract/common/places';

/** The countries by name. Names differ between the server and browsers: until the page is live, the chosen one stands there by its code. */
export function useCountries(chosen: string) {
  const [countries, setCountries] = useState(() =>
    chosen ? [{ value: chosen, label: chosen }] : [],
  );
  useEffect(() => {
    const named = namedCodes(countryCodes, 'region');
    setCountries(named.map(({ code, name }) => ({ value: code, label: name })));
  }, []);
  return countries;
}
