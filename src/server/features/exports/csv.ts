import { stringify } from 'csv-stringify';

import type { ListQuery, Page } from '~/contract/common/paging';

const chunkSize = 5_000;

/** Escapes cells that a spreadsheet would interpret as formulas. */
const safe = { bom: false, escape_formulas: true, cast: { boolean: String } };

/** Byte order mark before the first line, so that spreadsheets read UTF-8. */
const byteOrderMark = '\u{feff}';

/**
 * Yields all matching rows as CSV, read one page at a time, so that memory use is bounded. Escapes cells that a spreadsheet
 * would interpret as formulas.
 */
export async function* csvOf<Row extends object, Filter extends ListQuery>(
  search: (request: Filter) => Promise<Page<Row>>,
  request: Filter,
  columns: (keyof Row & string)[],
): AsyncGenerator<string> {
  yield await headOf(columns);
  for (let page = 1; ; page += 1) {
    const { rows } = await search({ ...request, page, pageSize: chunkSize });
    if (rows.length > 0) yield await rendered(rows, { ...safe, columns });
    if (rows.length < chunkSize) return;
  }
}

/** An amount formatted by this code. It may begin with a minus sign, and is not escaped as a formula. */
export class CsvAmount {
  constructor(readonly text: string) {}
}

/** Yields CSV lines for rows that arrive one by one. Each row is an object whose keys are the names of the columns. */
export async function* csvOfRows<Column extends string>(
  rows: AsyncIterable<Record<Column, string | CsvAmount>>,
  columns: Column[],
): AsyncGenerator<string> {
  const cast = { ...safe.cast, object: amountCell };
  yield await headOf(columns);
  for await (const row of rows) yield await rendered([row], { ...safe, cast, columns });
}

const amountCell = (value: object) => {
  if (value instanceof CsvAmount) return { value: value.text, escape_formulas: false };
  throw new Error('a cell is neither a text nor an amount');
};

const headOf = async (columns: string[]): Promise<string> =>
  `${byteOrderMark}${await rendered([], { ...safe, columns, header: true })}`;

function rendered(rows: object[], options: Parameters<typeof stringify>[1]): Promise<string> {
  return new Promise((resolve, reject) => {
    stringify(rows, options ?? {}, (error, text) => (error ? reject(error) : resolve(text)));
  });
}
