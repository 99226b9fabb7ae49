import type { Period } from '~/contract/accounting/accounting';
import { accountOf, bookingKindOf, type Datev } from '~/contract/accounting/datev-schema';
import { centsToAmount } from '~/contract/common/currencies';
import { normalRate, type TaxSum } from '~/contract/documents/money';
import { memberStateOf } from '~/contract/documents/vat-numbers';
import { datevColumns } from './datev-columns';
import type { ListedDocument } from './listed-documents';
import { toWindows1252 } from './windows-1252';

/** Currency of the batch. Documents in other currencies are not included, because they would need an exchange rate. */
const batchCurrency = 'EUR';
/** Smallest values that the format accepts, used until the tax adviser's numbers are entered. */
const placeholder = { consultant: '1001', client: '1' };

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const lineOf = (fields: readonly string[]): Buffer => toWindows1252(`${fields.join(';')}\r\n`);
const compact = (date: string): string => date.replaceAll('-', '');
/** Formats the day and month of a date. The batch states the year. */
const dayAndMonth = (date: string): string => `${date.slice(8)}${date.slice(5, 7)}`;

/** Keeps the characters that the document number field allows. */
const documentNumber = (number: string): string =>
  number.replace(/[^A-Za-z0-9$&%*+/-]/g, '-').slice(0, 36);

/** Cleans a text so that spreadsheets don't read it as a formula. */
const bookingText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s=+\-@\uff1d\uff0b\uff0d\uff20]+/, '')
    .slice(0, 60);

function headOf(datev: Datev, { from, to }: Period, now: Date): string[] {
  const stamp = now.toISOString().replace(/\D/g, '');
  return [
    ...[quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', stamp, ''],
    ...[quoted('RE'), quoted(''), quoted('')],
    ...[datev.consultant || placeholder.consultant, datev.client || placeholder.client],
    ...[`${from.slice(0, 4)}0101`, String(datev.debtor.length - 1), compact(from), compact(to)],
    ...[quoted('Kestrel'), quoted(''), '1', '0', '0', quoted(batchCurrency)],
    ...['', quoted(''), '', '', quoted('03'), '', '', quoted(''), quoted('')],
  ];
}

/**
 * Returns the booking of one tax of a document: a debit of the client (S), or a credit (H) for a credit note or a negative
 * line. Accounts such as 8400 compute the tax from the gross amount.
 */
function bookingOf(
  document: ListedDocument,
  { account, debtor, tax }: { account: string; debtor: string; tax: TaxSum },
): string[] {
  const { buyer, kind } = document;
  const cents = tax.baseCents + tax.amountCents;
  const isOwed = cents > 0 === (kind === 'invoice');
  const category = tax.category;
  const vatNumber = category === 'AE' || category === 'K' ? (buyer.vatNumber ?? '') : '';
  const fields: Record<string, string> = {
    'Umsatz (ohne Soll/Haben-Kz)': centsToAmount(Math.abs(cents), batchCurrency).replace('.', ','),
    'Soll/Haben-Kennzeichen': quoted(isOwed ? 'S' : 'H'),
    'WKZ Umsatz': quoted(batchCurrency),
    Konto: debtor,
    'Gegenkonto (ohne BU-Schlüssel)': account,
    Belegdatum: dayAndMonth(document.issueDate),
    'Belegfeld 1': quoted(documentNumber(document.number)),
    'Belegfeld 2': quoted(
      document.dueDate ? `${dayAndMonth(document.dueDate)}${document.dueDate.slice(2, 4)}` : '',
    ),
    Buchungstext: quoted(bookingText(buyer.company || buyer.name)),
    'EU-Land u. UStID (Bestimmung)': quoted(memberStateOf(vatNumber) ? vatNumber.slice(0, 15) : ''),
  };
  return datevColumns.map((column) => fields[column] ?? '');
}

/**
 * Yields a booking batch for DATEV: format 700, category 21, version 13, in Windows-1252. The dates
 * in the batch have no year, so it covers a single calendar year.
 *
 * @param onProblem called with a text for each document, or part of one, that could not be booked
 */
export async function* datevBatch(
  documents: AsyncIterable<ListedDocument>,
  options: { datev: Datev; year: Period; now: Date; onProblem(text: string): void },
): AsyncGenerator<Buffer> {
  const { datev, year, now, onProblem } = options;
  yield lineOf(headOf(datev, year, now));
  yield lineOf(datevColumns);
  for await (const document of documents) {
    const { number, currency, totals } = document;
    if (currency !== batchCurrency) {
      onProblem(`${number} is in ${currency}: it is not in the booking batch`);
      continue;
    }
    for (const tax of totals.taxes) {
      if (tax.baseCents + tax.amountCents === 0) continue;
      const kind = bookingKindOf(tax.category, normalRate(tax.rate));
      const account = accountOf(datev, kind);
      if (account) yield lineOf(bookingOf(document, { account, debtor: datev.debtor, tax }));
      else onProblem(`${number}: there is no account for ${kind}, so this part is not booked`);
    }
  }
}
