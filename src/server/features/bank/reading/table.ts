import type { csvDelimiters } from '~/contract/bank/bank';

export type Delimiter = (typeof csvDelimiters)[number];

/** A row of a table, with its line number in the file. */
export interface TableRow {
  cells: string[];
  line: number;
}

export interface CsvTable {
  delimiter: Delimiter;
  headerLine: number;
  /** Rows above the header, such as the bank's address. */
  head: string[][];
  columns: string[];
  /** Number of cells of the header, or of most rows if there is no header. */
  usualWidth: number;
  rows: TableRow[];
}
