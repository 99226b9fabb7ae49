import { useEffect, useState } from 'react';

import { countryCodes, namedCodes } from '~/contract/common/places';

/**
 * Returns countries by name. Names differ between server and browsers, so the selected country shows its code until
 * hydration.
 */
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
