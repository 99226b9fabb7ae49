/** What the screens and the server share about bank statements. */

export const statementFormats = ['camt.053', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];
export const statementFormatNames: Record<StatementFormat, string> = {
  'camt.053': 'CAMT.053',
  mt940: 'MT940',
  csv: 'CSV',
};

/**
 * `proposed` waits for a person, or is booked in part; `booked` is a payment, or a return that has reopened its invoice; `ignored` is none of
 * both.
 */
export const entryStates = ['proposed', 'booked', 'ignored'] as const;
export type EntryState = (typeof entryStates)[number];

/** The most entries of one file. */
export const entriesMax = 10_000;
/** A file of a bank, in bytes. */
export const statementBytesMax = 10_000_000;
/** Invoices that one entry can be divided over. */
export const divisionMax = 50;
/** Rows of a table that are shown while its columns are chosen. */
export const previewRows = 12;
/** Rows that were not imported and are listed one by one. */
export const listedProblems = 20;
/** Columns of a table that are read. */
export const columnsMax = 60;

export const csvDelimiters = [';', ',', '\t', '|'] as const;
export const decimalSigns = [',', '.'] as const;
