/**
 * Window widths from which less important columns are shown. The record contains all of them. (From 62em on, the sidebar
 * takes 15rem.)
 */
export const shownFrom = {
  tablet: '(min-width: 48em)',
  desk: '(min-width: 75em)',
  wide: '(min-width: 90em)',
  /** For columns that only fit into wider windows if names are long. */
  broad: '(min-width: 105em)',
  /**
   * For columns that are only shown between phone and desktop widths, where other columns are
   * hidden.
   */
  tabletOnly: '(min-width: 48em) and (max-width: 74.99em)',
};
