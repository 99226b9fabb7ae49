/**
 * Window widths from which less important columns are shown; the record contains all of them. (From 62em on, the
 * sidebar takes 15rem.)
 */
export const shownFrom = {
  tablet: '(min-width: 48em)',
  desk: '(min-width: 75em)',
  wide: '(min-width: 90em)',
  /** For columns that fit typical desktop windows only next to short names. */
  broad: '(min-width: 105em)',
  /** Only between phones and desktops, where fewer columns are beside it. */
  tabletOnly: '(min-width: 48em) and (max-width: 74.99em)',
};
