import { entryStateOf, plainWords } from './entry-states';

export type ColumnKind =
  | 'date'
  | 'valueDate'
  | 'amount'
  | 'debit'
  | 'direction'
  | 'name'
  | 'iban'
  | 'reference'
  | 'currency'
  | 'bankReference'
  | 'account'
  | 'state';

const unit = '( ?[(\\[]?[a-z]{3}[)\\]]?)?';
const whole = (names: string) => new RegExp(`^(${names})$`);

/** Column headings in bank exports. */
const headings: Record<ColumnKind, RegExp> = {
  date: whole(
    'buchungs(tag|datum)|buchung|datum|date|(booking|booked|transaction|posting|posted|completed) ?(date|on)|date (d.)?(operation|comptable|transaction)|boekdatum|rentedatum|transactiedatum|fecha( (de )?(operacion|contable|transaccion))?|data( (contabile|operazione|mov\\.?|operacji|ksiegowania|transakcji|lancamento|movimento))?|bokforingsdag|bogforingsdato|dato|datum zauctovani',
  ),
  valueDate: whole(
    'valuta( ?datum)?|wert(stellung(sdatum)?)?|value ?date|date (de )?valeur|valutadatum|fecha valor|data valuta|data[ -]valor|data waluty',
  ),
  // Checked before the amounts, because `af bij` also begins with the name of an amount column.
  direction: whole(
    'soll ?/ ?haben( ?kz\\.?)?|s/h|sh|cr/dr|dr/cr|(credit|debit) ?/ ?(debit|credit)|credit debit indicator|af bij|af ?/ ?bij|type|umsatzart|sens|d/c|c/d',
  ),
  amount: whole(
    `(betrag|umsatz|amount|montant|bedrag|importe|importo|valor|montante|kwota( operacji| transakcji)?|belopp|belob|beloep|castka|osszeg)${unit}|(credit|cr|haben|money in|paid in|gutschrift|bij|abono|haber|avere|entrate|accrediti|credito|uznania|deposits?)( amount)?${unit}|credits`,
  ),
  debit: whole(
    `(debit|dr|soll|money out|paid out|belastung|lastschrift|af|cargo|debe|dare|uscite|addebiti|debito|obciazenia|withdrawals?|debits)( amount)?${unit}`,
  ),
  name: whole(
    'auftraggeber.*|beguenstigte[r ].*|beguenstigte[r/].*|beguenstigter|name( zahlungsbeteiligter)?|zahlungspflichtige[r*].*|empfaenger.*|zahlungsempfaenger.*|counterparty( name)?|payee|payer|naam.*|tegenpartij.*|nom( de la)? contrepartie|partner ?name|beneficiary.*|ordering party|zahlungsbeteiligter|name des partners|beneficiario.*|ordinante.*|nadawca.*|kontrahent.*',
  ),
  iban: whole(
    'iban( zahlungsbeteiligter| des auftraggeb.*)?|kontonummer ?/ ?iban|counterparty (iban|account)|tegenrekening( iban/bban)?|account number|partner ?iban|kontonummer',
  ),
  reference: whole(
    'verwendungszweck|reference|description|remittance.*|payment (details|reference)|communications?|mededelingen|omschrijving(-1)?|libelle.*|concepto|causale|descrizione|descripcion|descricao|historico|opis( operacji)?|tytul.*|zahlungsreferenz|memo|details|narrative|narration|particulars|text|betalingsreferentie',
  ),
  currency: whole(
    'waehrung|wahrung|currency|ccy|devise|munt|valuta|divisa|moneda|moeda|waluta|mena',
  ),
  bankReference: whole(
    'transaction ?id|bank ?reference|transactiereferentie|volgnr|id|referenznummer|reference banque|unique id',
  ),
  account: whole(
    'auftragskonto|iban auftragskonto|bezeichnung auftragskonto|konto|kontonummer auftrag|rekening|iban/bban|own account|account|compte|account iban',
  ),
  state:
    /(^|[^a-z])(status|state|statut|estado|stato|etat|stan|situacao|tila)([^a-z]|$)|(buchungs|umsatz|transaktions)(status|zustand)/,
};

const kinds = Object.keys(headings) as ColumnKind[];

export const kindOfHeading = (heading: string): ColumnKind | undefined =>
  kinds.find((kind) => headings[kind].test(plainWords(heading)));

/** Finds the column for the state of entries: by its heading, otherwise by its values. */
export function stateColumn(
  columns: readonly string[],
  cellsOf: (at: number) => string[],
): number | null {
  const named = columns.findIndex((name) => kindOfHeading(name) === 'state');
  if (named >= 0) return named;
  const found = columns.findIndex((name, at) => {
    if (kindOfHeading(name)) return false;
    const cells = cellsOf(at).filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => entryStateOf(cell) !== undefined);
  });
  return found < 0 ? null : found;
}
