/** Limits and names for bank statements, shared by the browser and the server. */

export const statementFormats = ['camt.053', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];
export const statementFormatNames: Record<StatementFormat, string> = {
  'camt.053': 'CAMT.053',
  mt940: 'MT940',
  csv: 'CSV',
};

/**
 * States of an entry. `proposed`: an admin must match the entry, or the rest of a partially booked
 * entry. `booked`: stored as a payment, or as a return that has reopened its invoice. `ignored`:
 * not booked, and needs no decision.
 */
export const entryStates = ['proposed', 'booked', 'ignored'] as const;
export type EntryState = (typeof entryStates)[number];

/** Maximum number of entries in a file. */
export const entriesMax = 10_000;
/** Maximum size of a bank file. */
export const statementBytesMax = 10_000_000;
/** Maximum number of invoices that one entry can be split between. */
export const divisionMax = 50;
/** Number of rows shown while the columns are chosen. */
export const previewRows = 12;
/** Maximum number of rejected rows that are listed individually. */
export const listedProblems = 20;
/** Maximum number of columns that are read. */
export const columnsMax = 60;
/**
 * Maximum number of distinct values in a column whose meanings an admin chooses. `columnWordMax` is
 * the maximum length of each.
 */
export const columnWordsMax = 40;
export const columnWordMax = 80;

export const csvDelimiters = [';', ',', '\t', '|'] as const;
export const decimalSigns = [',', '.'] as const;
