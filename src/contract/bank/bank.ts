/** Shared by screens and server about bank statements. */

export const statementFormats = ['camt.053', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];
export const statementFormatNames: Record<StatementFormat, string> = {
  'camt.053': 'CAMT.053',
  mt940: 'MT940',
  csv: 'CSV',
};

/**
 * States of an entry. `proposed`: must be matched by an admin, or is partially booked. `booked`: is stored as a
 * payment, or as a return that has reopened its invoice. `ignored`: neither needs a decision nor is booked.
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
/** Maximum number of rejected rows listed one by one. */
export const listedProblems = 20;
/** Maximum number of columns that are read. */
export const columnsMax = 60;
/** Maximum number of words of a column whose meaning is chosen, and their maximum length. */
export const columnWordsMax = 40;
export const columnWordMax = 80;

export const csvDelimiters = [';', ',', '\t', '|'] as const;
export const decimalSigns = [',', '.'] as const;
