/**
 * From which width of the window a column is shown that a row can be worked with without; all that it
 * says is in the record that the row opens. (From 62em on the sidebar takes 15rem of it.)
 */
export const shownFrom = {
  tablet: '(min-width: 48em)',
  desk: '(min-width: 75em)',
  wide: '(min-width: 90em)',
  /** For what fits a desk's usual window only beside short names. */
  broad: '(min-width: 105em)',
  /** Between a phone and a desk alone: beside less than there. */
  tabletOnly: '(min-width: 48em) and (max-width: 74.99em)',
};
