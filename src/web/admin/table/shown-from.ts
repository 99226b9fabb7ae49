/**
 * Window widths from which less important columns are shown. The record contains all of them. (From 62em on, the sidebar
 * takes 15rem.)
 */
export const shownFrom = {
  tablet: '(min-width: 48em)',
  desk: '(min-width: 75em)',
  wide: '(min-width: 90em)',
  /** For columns that fit into typical desktop windows only beside short names. */
  broad: '(min-width: 105em)',
  /** For columns that are shown only between phone and desktop widths, where the table has fewer columns. */
  tabletOnly: '(min-width: 48em) and (max-width: 74.99em)',
};
