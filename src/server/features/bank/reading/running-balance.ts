import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import {
  type DecimalSign,
  decimalEvidence,
  readWritten,
  type WrittenNumber,
} from '~/contract/values/numbers';
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
function thousandths(number: WrittenNumber | undefined, sign: DecimalSign): number | undefined {
  const read = number?.readings.find(({ decimal }) => decimal === undefined || decimal === sign);
  return read && Math.round(Number(read.value) * 1_000);
}

/** A row with its written numbers. */
interface Written {
  row: TableRow;
  balance: WrittenNumber | undefined;
  amounts: (WrittenNumber | undefined)[];
}

interface Row {
  row: TableRow;
  change: number;
  /** Negative for an overdrawn account. */
  balance: number;
}

/** Returns the rows with an amount and a balance, the oldest one first, if most changes of the balance are the amounts. */
function explainedRows(rows: readonly Written[], sign: DecimalSign): Row[] | undefined {
  const read = rows.flatMap(({ row, balance: written, amounts }): Row[] => {
    const balance = thousandths(written, sign);
    const change = amounts.map((one) => thousandths(one, sign)).find((one) => one);
    if (balance === undefined || change === undefined) return [];
    const isOverdrawn = written?.isNegative || written?.mark === 'debit';
    return [{ row, change, balance: isOverdrawn ? -balance : balance }];
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
  { columns, rows }: CsvTable,
  { amount, debit }: Pick<CsvMapping, 'amount' | 'debit'>,
): RunningBalance {
  for (const [at, heading] of columns.entries()) {
    if (at === amount || at === debit || kindOfHeading(heading)) continue;
    const cells = rows.map((row) => row.cells[at] ?? '');
    const balances = cells.map((cell) => readWritten(cell));
    const filled = cells.filter((cell) => cell !== '');
    if (filled.length === 0 || cells.some((cell, nth) => cell !== '' && !balances[nth])) continue;
    const written = rows.map((row, nth) => ({
      row,
      balance: balances[nth],
      amounts: [amount, debit].map((one) => readWritten(row.cells[one ?? -1] ?? '')),
    }));
    const fitting = signs.flatMap((sign) => {
      const explained = explainedRows(written, sign);
      return explained ? [{ sign, explained }] : [];
    });
    const [first, other] = fitting;
    if (first) {
      return { sign: other ? undefined : first.sign, statements: statementsIn(first.explained) };
    }
    // A single row has no change.
    const evidence = decimalEvidence(filled, 2);
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
