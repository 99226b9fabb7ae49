import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window is as narrow as a phone; in CSS, `max-width: 47.99em`. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
