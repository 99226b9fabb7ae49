import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { type DecimalSign, decimalEvidence, readWritten } from '~/contract/values/numbers';
import { isBalanceHeading } from './balances';
import { kindOfHeading } from './columns';
import type { CsvTable, TableRow } from './table';

/** Conclusions about the amounts of a table from the account's balance after each entry. */
export interface RunningBalance {
  /** Decimal sign; undefined if amounts and balances agree with either. */
  sign: DecimalSign | undefined;
  /** Rows whose amount is the balance, which they do not change. */
  statements: ReadonlySet<TableRow>;
}

const none: RunningBalance = { sign: undefined, statements: new Set() };

const signs = ['.', ','] as const;

/** Returns an absolute amount in thousandths of its currency; undefined if it cannot be written with this decimal sign. */
function thousandths(text: string, sign: DecimalSign): number | undefined {
  const readings = readWritten(text)?.readings ?? [];
  const read = readings.find(({ decimal }) => decimal === undefined || decimal === sign);
  return read && Math.round(Number(read.value) * 1_000);
}

interface Row {
  row: TableRow;
  change: number;
  /** Negative for an overdrawn account. */
  balance: number;
}

/** Returns the rows with an amount and a balance, the oldest one first, if most changes of the balance are the amounts. */
function explainedRows(
  { rows }: CsvTable,
  { amount, debit }: Pick<CsvMapping, 'amount' | 'debit'>,
  at: number,
  sign: DecimalSign,
): Row[] | undefined {
  const read = rows.flatMap((row): Row[] => {
    const balance = thousandths(row.cells[at] ?? '', sign);
    const changes = [amount, debit].map((one) => thousandths(row.cells[one ?? -1] ?? '', sign));
    const change = changes.find((one) => one);
    if (balance === undefined || change === undefined) return [];
    const isNegative = readWritten(row.cells[at] ?? '')?.isNegative;
    return [{ row, change, balance: isNegative ? -balance : balance }];
  });
  const explained = (chronological: readonly Row[]) =>
    chronological.filter(({ balance, change }, index) => {
      const before = chronological[index - 1];
      return before && Math.abs(balance - before.balance) === change;
    }).length;
  const reversed = read.toReversed();
  const [forward, backward] = [explained(read), explained(reversed)];
  const most = Math.max(forward, backward);
  if (most === 0 || most * 2 < read.length - 1) return undefined;
  return backward > forward ? reversed : read;
}

/** Finds the column with the balance after each entry, by its changes, and compares it with the amounts. */
export function runningBalance(
  table: CsvTable,
  columns: Pick<CsvMapping, 'amount' | 'debit'>,
): RunningBalance {
  const candidates = table.columns.flatMap((heading, at) => {
    const isOther = at !== columns.amount && at !== columns.debit && !kindOfHeading(heading);
    const cells = table.rows.flatMap(({ cells: { [at]: cell = '' } }) => (cell ? [cell] : []));
    return isOther && cells.length > 0 && cells.every((cell) => readWritten(cell))
      ? [{ at, heading, cells }]
      : [];
  });
  for (const { at, heading, cells } of candidates) {
    const fitting = signs.flatMap((sign) => {
      const rows = explainedRows(table, columns, at, sign);
      return rows ? [{ sign, rows }] : [];
    });
    const [first, other] = fitting;
    if (first) {
      return { sign: other ? undefined : first.sign, statements: statementsIn(first.rows) };
    }
    // A single row has no change.
    const evidence = decimalEvidence(cells, 2);
    if (isBalanceHeading(heading) && evidence.isProven) return { ...none, sign: evidence.sign };
  }
  return none;
}

/** Returns the rows that state the balance. The first row does only if a later one does: it can be a first payment. */
function statementsIn(rows: readonly Row[]): ReadonlySet<TableRow> {
  const isBalance = ({ change, balance }: Row) => change === Math.abs(balance);
  const later = rows.filter(
    (row, index) => isBalance(row) && rows[index - 1]?.balance === row.balance,
  );
  const opening = later.length > 0 ? rows.slice(0, 1).filter(isBalance) : [];
  return new Set([...opening, ...later].map(({ row }) => row));
}
