import { readBoolean } from '~/server/platform/values/booleans';
import { currenciesOf } from '~/server/platform/values/currencies';
import { readWrittenDate } from '~/server/platform/values/dates';
import {
  type HeadingUnit,
  headingUnits,
  isCurrencyHeading,
} from '~/server/platform/values/headings';
import { plainWord } from '~/server/platform/values/languages';
import { entryStateIn, entryStateOf, isClearedMark, plainWords } from './entry-states';

export type ColumnKind =
  | 'date'
  | 'valueDate'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'direction'
  | 'name'
  | 'iban'
  | 'reference'
  | 'currency'
  | 'bankReference'
  | 'account'
  | 'state';

const whole = (names: string) => new RegExp(`^(${names})$`);

/** Column headings in bank exports, without the units of amounts and the headings of currencies. */
const headings: Record<Exclude<ColumnKind, 'currency'>, RegExp> = {
  date: whole(
    '(buchungs|abschluss)(tag|datum)|buchung|datum|date|(booking|booked|transaction|posting|posted|completed) ?(date|on)|date (completed|posted)|date (d.)?(operation|comptable|transaction|ecriture)|date de l.operation|boekdatum|boekingsdatum|rentedatum|transactiedatum|fecha( (de )?(operacion|contable|transaccion))?|data( (contabile|operazione|di registrazione|registrazione|mov\\.?|operacji|ksiegowania|transakcji|lancamento|movimento))?|bokforingsdag|bokforingsdatum|transaktionsdag|bogforingsdato|dato|datum zauctovani|created|arrival date|trans\\.? date|post date|completion time|bokford|dagsetning|bokunardagur|تاریخ|日期|記帳日(期)?|入账日期|datum zauctovania|(settlement|operation) date|date ?op|kirjauspaiva|tarih|islem tarihi|konyveles datuma|data tranzactie(i)?|datum (provedeni|zuctovania)|bokfort dato|bokforingsdato|utfort dato|transaktionsdatum|dato transaksjon|kuupaev|datums|дата( (операции|проводки|операції))?|ημερομηνια( (συναλλαγης|κινησης))?|תאריך|التاريخ|ngay( giao dich)?|tanggal( transaksi)?|วันที่|datum (transakce|operace)|datum (transakcie|operacie)|data (tranzactiei|operatiunii|movimentacao)|年月日|日付|取引日|交易日期|记账日期|交易时间|거래일(자|시)?|날짜|거래일시',
  ),
  valueDate: whole(
    'valuta( ?datum)?|wert(stellung(sdatum)?)?|value ?date|date (de )?valeur|valutadatum|valutadag|fecha valor|data valuta|data[ -]valor|data waluty|available on|date ?val|arvopaiva|rentedato|valor tarihi|data valutei',
  ),
  direction: whole(
    // Headings that name both directions, or the direction itself.
    '(soll|debit|debet|debe|dare|debito|belastung|lastschrift|deb|wn|s|d|dr|dbit|out|af)( ?[/|-] ?| )(haben|credit|kredit|haber|avere|credito|gutschrift|cred|ma|h|c|cr|crdt|in|bij)( ?(kz|kennzeichen)\\.?)?|(haben|credit|haber|avere|credito|cred|ma|h|c|cr|crdt|in|bij)( ?[/|-] ?| )(soll|debit|debet|debe|dare|debito|deb|wn|s|d|dr|dbit|out|af)|(credit|debit) or (credit|debit)|sh|dc|cd|drcr|crdr|credit debit indicator|(debit|credit)? ?indicator|af bij|sens( de l.operation)?|signe|signo|segno|sinal|znak|strona|kierunek|richting|richtung|direction|transaction direction|[+] ?/ ?-|收/支|入払区分|入出金区分|' +
      // Headings that name the kind of a transaction.
      '(transaction|operation|movement|entry|transfer)? ?type( (de |d.)?(operation|mouvement|transaction|ecriture))?|umsatz(art|typ)|buchungsart|transaktionsart|bewegungsart|bewegungstyp|tipo( (de |di )?(operacion|movimiento|transaccion|operazione|movimento|operacao|transacao|lancamento))?|soort|mutatiesoort|typ|typ (operacji|transakcji)|rodzaj( (operacji|transakcji))?|natureza|nature( de l.operation)?',
  ),
  credit: whole(
    '(credit|cr|haben|money in|paid in|gutschrift(en)?|bij|abono|haber|avere|entrate|accrediti|credito|uznania|ingresos?|entradas?|recettes?|deposits?|inkomsten|insattning(ar)?|inn( pa konto)?|uplat[ae]|(ב)?זכות|دائن|so tien ghi co|ฝากเงิน|deposit am(oun)?t\\.?|kredit|indsat|indbetaling|jovairas|alacak|прихід|приход|зачисление|кредит|πιστωση)( amount)?|credits|(存入|收入|贷方|貸方|轉入|转入)(金额|金額)?|เงินฝาก|ฝาก|(お|ご)?入金(額)?|(お)?預(か|入)り?れ?(金額)?|(お)?預(け)?入(れ|金額)?|存入金额|입금(액)?',
  ),
  amount: whole(
    '(transaction |total |billing )?(betrag|umsatz|amount|montant|bedrag|importe|importo|valor|montante|kwota|belopp|belob|beloep|castka|objem|osszeg|maara|tutar|suma|belop|upphaeð|summa|сумма|сума|износ|iznos|znesek|ποσο|monto|cantidad|quantia|jumlah|ยอดเงิน|จำนวนเงิน|so tien|סכום|المبلغ|금액|金額|金额)( (de |d.)?(operacji|transakcji|operazione|operacion|l.operation|operation|transaction))?|value|gross|brutto|brut|bruto|avant commission|lordo|valor bruto|입출금액|入出金(金額)?',
  ),
  debit: whole(
    '(debit|dr|soll|money out|paid out|belastung(en)?|lastschrift|af|cargo|debe|dare|uscite|addebiti|debito|obciazenia|withdraw(als?)?|gastos?|saidas?|depenses?|uitgaven|uttag|debet|ut( fra konto)?|isplat[ae]|(ב)?חובה|مدين|so tien ghi no|ถอนเงิน|withdrawn|withdrawals? am(oun)?t\\.?|дебит|haevet|udbetaling|terheles|borc|расход|списание|дебет|χρεωση)( amount)?|debits|(支出|取出|借方|轉出|转出)(金额|金額)?|เงินถอน|ถอน|(お|ご)?出金(額)?|(お)?支払い?(金額|額)?|(お)?引出(し|金額)?|支出金额|출금(액)?',
  ),
  name: whole(
    'auftraggeber(?! ?(konto|iban|bic|blz|bank)).*|gegenkonto[ -]?(name|inhaber)|name gegenkonto|beguenstigte[r ].*|beguenstigte[r/].*|beguenstigter|name( zahlungsbeteiligter)?|nom( (du|de la) (tiers|beneficiaire|donneur d.ordre))?|nombre( del? (beneficiario|ordenante))?|nome( do beneficiario)?|navn|namn|nimi|imie i nazwisko.*|nazwa (odbiorcy|nadawcy|kontrahenta|nadawcy/odbiorcy).*|other party( name)?|mottaker|mottagare|modtager|avsender|afsender|saaja|maksaja|(saaja|maksja|saaja/maksja)( nimi)?|partner neve|nazov protiuctu|nazev (protiuctu|protistrany)|karsi hesap adi|контрагент|плательщик|получатель|对方户名|交易对方|(의뢰인|수취인|의뢰인/수취인)|zahlungspflichtige[r*].*|empfaenger.*|zahlungsempfaenger.*|counter ?party( name)?|payee( name)?|payer( name)?|naam(?! (van (de )?|eigen )?rekening).*|tegenpartij.*|nom( de la)? contrepartie|partner ?name|beneficiary(?! (account|iban|bic|bank)).*|ordering party|zahlungsbeteiligter|name des partners|beneficiario.*|ordinante.*|nadawca.*|kontrahent.*|dane kontrahenta|saaja/maksaja|nazev protiuctu',
  ),
  iban: whole(
    'iban( zahlungsbeteiligter| des auftraggeb.*)?|kontonummer ?/ ?iban|counterparty (iban|account)|tegenrekening( iban/bban)?|(rekening(nummer)?|iban) tegenpartij|account number|protiucet|partner ?iban|kontonummer|(payee|beneficiary) (account number|iban)|numer rachunku|rachunek',
  ),
  reference: whole(
    'verwendungszweck|reference|(transaction )?description|remittance.*|payment (details|reference)|communications?|mededelingen|omschrijving(-1)?|libelle.*|detail de l.ecriture|concepto|causale|descrizione|descripcion|descricao|historico|opis( operacji)?|tytul.*|zahlungsreferenz|avisierungstext|memo|details|narrative|narration|particulars|text|betalingsreferentie|notes and #tags|rechnungsnummer|invoice (number|id|no\\.?)|(beschreibung|description|omschrijving)[ -]?\\d|label|lancamento|movimiento|dettagli|descriere|aciklama|viesti|viite|zprava pro prijemce|poznamka|kozlemeny|beskrivning(/referens)?|referens|meddelande|melding|besked|reference number|beskrivelse|tekst|forklaring|text/mottagare|selgitus|viitenumero|(nimi ?/ ?)?otsikko|rubrik|title|numero de factur[ae]|numero fattura|factuurnummer|fakturanummer|numer faktury|objet|asunto|oggetto|onderwerp|betreff|amne|emne|subject|viitenumber|selite|selitys|paskirtis|mokejimo paskirtis|informacija|maksajuma merkis|popis|variabilni symbol|variabilny symbol|vs|sprava pre prijimatela|detalii( tranzactie)?|explicatii|opis (placanja|transakcji)|sklic|poziv na broj|основание|описание|назначение( платежа)?|призначення( платежу)?|περιγραφη|αιτιολογια|keterangan|uraian( transaksi)?|noi dung|dien giai|תיאור|פרטים|אסמכתא|الوصف|البيان|รายการ|mas datos|glosa|remarks|transaction remarks|skyring|mo ta|說明|说明|namen|observaciones|informations complementaires|motif( du virement)?|other details|detail van de omzet|bericht|(vrije|gestructureerde) mededeling|transaction ref ?\\d?|(client|customer|their|your) reference|analysis code|our reference|descrizione (operazione|estesa)|备注|附言|商品(名称|说明)?|備考|내용|거래내용|메모|メモ|摘要|(お)?(取引|取り扱い)内容|적요',
  ),
  bankReference: whole(
    '((transfer)?wise |transaction ?)id|bank ?reference|transactiereferentie|volgnr|id|referenznummer|reference banque|unique id',
  ),
  account: whole(
    'auftragskonto|(iban )?auftraggeberkonto|iban auftragskonto|bezeichnung auftragskonto|konto|kontonummer auftrag|rekening(nummer)?|iban/bban|own account|account|compte|numero de compte|account iban|from account|account ?num',
  ),
  state:
    /(^|[^a-z])(status|state|statut|estado|stato|etat|stan|situacao|tila|durum|stav|allapot|statusz|stare|olek|tinh trang|trang thai)([^a-z]|$)|(buchungs|umsatz|transaktions)(status|zustand)|状态|狀態|状態|상태|статус|состояние|καταστασ|الحالة|סטטוס|สถานะ/,
};

const kinds = Object.keys(headings) as (keyof typeof headings)[];

/**
 * Matches headings of `direction` that can also name any kind of transaction. The other headings mean that the column
 * contains only the direction.
 */
const generalDirection = /type|umsatz|art$|tipo|soort|typ|rodzaj|natur/;

export interface Heading {
  kind: ColumnKind | undefined;
  /** Currencies that the heading of an amount can mean, such as EUR in `Betrag (€)`; empty if the heading names none. */
  currencies: string[];
  /** Symbol, code or word in the heading that stands for these currencies. */
  unit?: string;
  /** A word that can mean these currencies, but also something else, such as `won` in `Deal amount won`. */
  doubtful?: { unit: string; currencies: string[] };
}

export const amountKinds: readonly (ColumnKind | undefined)[] = ['amount', 'credit', 'debit'];

/** Returns a heading in three spellings: with German umlauts as `ae`, without accents, and as it is. */
const spellings = (words: string): string[] => [
  plainWords(words),
  plainWord(words),
  words.normalize('NFKC'),
];

const kindOf = (words: string): ColumnKind | undefined =>
  kinds.find((kind) => spellings(words).some((one) => headings[kind].test(one))) ??
  (isCurrencyHeading(words) ? 'currency' : undefined);

/** Returns whether a heading means email addresses. */
export const namesEmail = (heading: string): boolean =>
  /e-?mail|e-?post|courriel|correo|sahkoposti|邮箱|メール|이메일/.test(plainWord(heading));

/** Matches headings that always mean the name of the other party. */
const otherParty =
  /tegenpartij|contrepartie|counter ?party|payee|payer|beguenstigt|beneficiar|empfaenger|zahlungspflichtig|zahlungsbeteiligt|partner|gegenkonto|kontrahent|protiuct|other party/;

/**
 * Returns whether a heading means the name of the other party, rather than any name, such as that of the account
 * holder.
 */
export const namesOtherParty = (heading: string): boolean =>
  kindOfHeading(heading) === 'name' && otherParty.test(plainWords(heading));

/** Reads a heading. */
export function readHeading(heading: string): Heading {
  const words = heading
    .trim()
    .toLowerCase()
    .replace(/^#/, '')
    .replace(/ ?[([][+-][)\]]$/, '')
    .replaceAll(/[\s_]+/g, ' ');
  const plain = kindOf(words);
  if (plain) return { kind: plain, currencies: [] };
  // Time zones in headings of dates.
  const zoned = kindOf(words.replace(/ ?\((utc|gmt|cet|cest)\)$/, ''));
  if (zoned) return { kind: zoned, currencies: [] };
  const spaced = kindOf(words.replaceAll('-', ' '));
  if (spaced) return { kind: spaced, currencies: [] };
  for (const { rest, ...unit } of [...headingUnits(heading), ...headingUnits(words)]) {
    const kind = kindOf(rest.toLowerCase());
    if (amountKinds.includes(kind)) return { kind, ...meaningOf(unit) };
  }
  // The heading may be an unknown word for an amount. A unit that begins with a digit is ignored, because it can be the
  // number of the column.
  const clear = headingUnits(heading).find(({ unit }) => !/^\d/.test(unit));
  return {
    kind: undefined,
    ...(clear ? meaningOf(clear) : { currencies: currenciesOf(words), unit: words }),
  };
}

const meaningOf = ({ unit, currencies, isDoubtful }: Omit<HeadingUnit, 'rest'>) =>
  isDoubtful ? { currencies: [], doubtful: { unit, currencies } } : { currencies, unit };

/** Returns whether a heading names amounts that were paid back, such as `Amount refunded`. */
export const namesRefunds = (heading: string): boolean =>
  /refund|charge ?backs?( |$)|dispute|erstatt|rueckzahl|rembours|reembols|devol[uv]|rimbors|terugbetaal|zwrot|zwroc|aterbetal|tilbagebetal|tilbakebetal|возврат|退款|返金|환불/.test(
    plainWords(heading),
  );

/** Returns whether amounts under a heading are in the smallest unit of their currency, such as `Amount (cents)`. */
export const isInMinorUnits = (heading: string): boolean =>
  /[^\p{L}](cents?|pence|centimes|centimos|centesimi|centavos|grosze|haler[eu]?|minor( units?)?)[)\]]?$/u.test(
    plainWord(heading.replace(/Minor$/, ' minor')).replaceAll('_', ' '),
  );

/** Returns whether amounts under a heading are in thousands or millions, such as `Сумма, тыс. руб.` and `金額(千円)`. */
export const isInLargeUnits = (heading: string): boolean =>
  /(^|[^\p{L}])(тыс|млн|tis|tys|tsd|mln|mio|thousands?|tausend|milles?|miles|millions?|millionen)([^\p{L}]|$)|[([][kt][$€£)\]]|[千万萬億亿][円元]|[천만억]원/u.test(
    plainWord(heading).normalize('NFKC'),
  );

export const kindOfHeading = (heading: string): ColumnKind | undefined => readHeading(heading).kind;

/** Returns whether a heading means that its column only contains the direction. */
export const namesDirection = (heading: string): boolean =>
  kindOfHeading(heading) === 'direction' && !generalDirection.test(plainWords(heading));

/** Returns whether most words of a column are states, and both booked and unbooked entries have one. */
function areMostlyStates(cells: readonly string[]): boolean {
  const words = [...new Set(cells.filter((cell) => cell !== ''))];
  const states = words.map(entryStateOf).filter((state) => state !== undefined);
  const isUnbooked = states.includes('pending') || states.includes('denied');
  return states.length * 2 > words.length && isUnbooked && states.includes('booked');
}

/**
 * Finds the column with the state of entries: by its heading, or else by its values. For a heading such as `Cleared`,
 * one known value is enough.
 */
export function stateColumn(
  columns: readonly string[],
  cellsOf: (at: number) => string[],
): number | null {
  const named = columns.findIndex((name) => kindOfHeading(name) === 'state');
  if (named >= 0) return named;
  const found = columns.findIndex((name, at) => {
    const all = cellsOf(at);
    const cells = all.filter((cell) => cell !== '');
    if (entryStateOf(name) === 'booked' && cells.length > 0) {
      const areDates = cells.every((cell) => readWrittenDate(cell));
      if (areDates) return cells.length < all.length;
      const isWord = (cell: string) => !/\p{Nd}/u.test(cell) && cell.length <= 40;
      const isState = (cell: string) =>
        entryStateOf(cell) !== undefined || isClearedMark(name, cell);
      if (!kindOfHeading(name) && cells.every(isWord) && cells.some(isState)) return true;
    }
    // `Posted` can also be the heading of a date.
    if (kindOfHeading(name) && cells.some((cell) => readBoolean(cell) === undefined)) return false;
    return cells.length > 0 && cells.every((cell) => entryStateIn(name, cell) !== undefined);
  });
  if (found >= 0) return found;
  const mixed = columns.findIndex(
    (name, at) => !kindOfHeading(name) && areMostlyStates(cellsOf(at)),
  );
  return mixed < 0 ? null : mixed;
}
