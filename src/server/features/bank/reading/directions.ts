import { readWritten } from '~/contract/values/numbers';
import { readBoolean } from '~/server/platform/values/booleans';
import { currenciesOf } from '~/server/platform/values/currencies';
import { kindOfHeading, namesDirection } from './columns';
import { entryStateOf, plainWords } from './entry-states';

const words = (text: string) => new Set(text.split('|'));

/** Banks' words for debits and credits. RC and RD are reversals of a credit and of a debit. */
const incoming = words(
  'h|haben|c|k|kreditas|kredits|cr|crdt|inflow|income|zugang|cred|credit|kredit|credits|bij|gutschrift|+|in|incoming|inbound|received|receipt|deposit|deposits|money in|paid in|haber|abono|ingreso|avere|accredito|entrata|entrada|credito|entree|recette|versement|virement recu|eingang|einnahme|einzahlung|zahlungseingang|inkomend|inkomsten|ontvangen|bijschrijving|uznanie|wplata|ma|wplyw|insattning|indbetaling|innbetaling|indsat|inn|ind|prijem|prijmy|kreditni|jovairas|incasare|rd|π|πιστωση|приход|поступление|зачисление|пополнение|收入|入|入金|存入',
);
const outgoing = words(
  's|soll|d|debetas|debets|dr|db|outflow|expense|expenses|abgang|deb|dbit|debit|debet|debits|af|belastung|lastschrift|-|out|outgoing|outbound|sent|withdrawal|withdrawals|withdraw|money out|paid out|debe|cargo|adeudo|gasto|dare|addebito|uscita|saida|debito|sortie|depense|retrait|prelevement|virement emis|ausgang|ausgabe|auszahlung|zahlungsausgang|uitgaand|uitgaven|verzonden|afschrijving|uit|obciazenie|wyplata|wn|wydatek|uttag|udbetaling|utbetaling|haevet|ut|ud|vydej|vydaje|debetni|terheles|plata|rc|χ|χρεωση|расход|списание|支出|払|出金|支取',
);

export type Direction = 'in' | 'out';

/**
 * Parses a bank's word for debit or credit.
 *
 * @param chosen words that an admin has explained
 */
export function directionOf(
  text: string,
  chosen: Readonly<Record<string, Direction>> = {},
): Direction | undefined {
  if (Object.hasOwn(chosen, text)) return chosen[text];
  const word = plainWords(text).replace(/\.$/, '');
  if (outgoing.has(word)) return 'out';
  return incoming.has(word) ? 'in' : undefined;
}

/**
 * Creates a parser for the words in a column. If the only letters are `D` and `W`, `D` means deposit. If any single
 * letter is unknown, all single letters are, because they can be of any language.
 */
export function directionsIn(
  cells: readonly string[],
  chosen: Readonly<Record<string, Direction>> = {},
): (text: string) => Direction | undefined {
  const letters = new Set(cells.map(plainWords).filter((word) => /^\p{L}$/u.test(word)));
  const areEnglish = letters.has('d') && letters.has('w') && letters.size === 2;
  const areOpen = [...letters].some((letter) => directionOf(letter) === undefined);
  return (text) => {
    const letter = plainWords(text);
    if (Object.hasOwn(chosen, text) || !letters.has(letter)) return directionOf(text, chosen);
    if (areEnglish) return letter === 'd' ? 'in' : 'out';
    return areOpen ? undefined : directionOf(text);
  };
}

/**
 * Returns the direction that an amount's sign, CR or DR shows; `none` without a sign. Undefined for 0 without a sign,
 * and for other text.
 */
function signOf(text: string): Direction | 'none' | undefined {
  const number = readWritten(text);
  if (!number) return undefined;
  if (number.isNegative || number.mark === 'debit') return 'out';
  if (number.mark || /^\W*\+|\+\W*$/.test(text)) return 'in';
  return Number(number.readings[0]?.value) === 0 ? undefined : 'none';
}

/**
 * Returns whether the signs of amounts show their direction: some are marked as debits, or all are marked as credits.
 */
export function haveSigns(cells: readonly string[]): boolean {
  const signs = new Set(cells.map(signOf));
  return signs.has('out') || (signs.has('in') && !signs.has('none'));
}

/** Returns an amount that is marked as a credit, if other amounts are unmarked and none is marked as a debit. */
export function markedCredit(cells: readonly string[]): string | undefined {
  const signs = cells.map(signOf);
  const isOpen = signs.includes('none') && !signs.includes('out');
  return isOpen ? cells[signs.indexOf('in')] : undefined;
}

/**
 * Returns whether the cells contain exactly two unknown words, such as abbreviations of debit and credit in another
 * language.
 */
function areTwoWords(cells: readonly string[]): boolean {
  const distinct = [...new Set(cells)];
  const isWord = (cell: string) =>
    /^[\p{L}\p{M}. +-]{1,20}$/u.test(cell) &&
    currenciesOf(cell).length === 0 &&
    readBoolean(cell) === undefined &&
    entryStateOf(cell) === undefined;
  // In a table with few rows, any column of texts can contain exactly two values by chance.
  const areShort = distinct.every((cell) => cell.length <= 3);
  return distinct.length === 2 && distinct.every(isWord) && (areShort || cells.length > 4);
}

/**
 * Finds the column that says whether an entry is a credit. If no amount has a sign, a column that looks like a
 * direction is chosen even if some of its words are unknown. Rows with unknown words are not imported but listed,
 * because treating them as credits would be a guess.
 */
export function directionColumn(
  columns: readonly string[],
  cellsOf: (at: number | null) => string[],
  { amount, debit }: { amount: number | null; debit: number | null },
): number | null {
  if (amount === null || debit !== null) return null;
  const numbers = cellsOf(amount).map((text) => readWritten(text));
  const isSigned = cellsOf(amount).some((text) => haveSigns([text]));
  const rankOf = (at: number): number | undefined => {
    const heading = columns[at] ?? '';
    const kind = kindOfHeading(heading);
    if (kind && kind !== 'direction') return undefined;
    const cells = cellsOf(at);
    const read = cells.map(directionsIn(cells));
    const filled = cells.filter((cell) => cell !== '').length;
    const known = read.filter((direction) => direction !== undefined).length;
    if (filled === 0) return undefined;
    if (kind && known === filled) return 1;
    const hasPositiveDebit = read.some(
      (direction, row) => direction === 'out' && numbers[row] && !numbers[row].isNegative,
    );
    if (isSigned && !hasPositiveDebit) return undefined;
    if (namesDirection(heading)) return 2;
    if (kind) return 3;
    if (known >= filled / 2) return 4;
    return filled === cells.length && areTwoWords(cells) ? 5 : undefined;
  };
  const ranked = columns.flatMap((_, at) => {
    const rank = rankOf(at);
    return rank === undefined ? [] : [{ at, rank }];
  });
  return ranked.sort((one, other) => one.rank - other.rank)[0]?.at ?? null;
}
