import { plainWord } from '~/server/platform/values/languages';
import { plainWords } from './entry-states';

const words = (text: string) => new Set(text.split(/\s+/).map(plainWord));

/** Words for a balance, which need a qualifier or a date: `Saldo` alone can be the reference of a final payment. */
const balances = words(
  `saldo saldos saldi saldot balance balances bal solde soldes sold stand bestand kontostand zustatek zustatku zostatok
  stanje stan egyenleg likutis atlikums jaak bakiye bakiyesi остаток остатки остатка сальдо залишок υπολοιπο sodu`,
);
/** Words for totals and for balances that need no qualifier. */
const totals = words(
  `total totals totales totais totaux totali totaal totale summe gesamt gesamtsumme endsumme suma soma somme razem celkem celkom
  yhteensa toplam ukupno jumlah turnover apyvarta apgrozijums kaive obrat obraty obrt promet forgalom rulaj оборот обороты итого
  всего усього συνολο b/f c/f b/d c/d`,
);
/** Compounds of a balance with its qualifier. */
const compound =
  /^(anfangs|end|konto|schluss|eroffnungs|eroeffnungs|abschluss|alt|neu|begin|eind|primo|ultimo|start|slutt?|alku|loppu|alg(us)?|lopp)(saldo|stand|bestand)$|^saldovortrag$|^(sub|grand|zwischen)-?(total|summe)s?$/;
const qualifiers = words(
  `opening closing previous starting beginning ending current available final initial ledger book brought carried forward down
  movements credits debits credit debit amount money period cash anterior inicial actual atual disponivel disponible disponibile
  precedente iniziale finale contabile liquido dia fecha movimientos movimentos movimenti mouvements ancien nouveau precedent
  crediteur debiteur periode comptable alter neuer alte neue vortrag bij af bedrag poczatkowe koncowe okresu pocatecni konecny
  pociatocny pocetno zavrsno novo staro krajnje nyito zaro pradziai pabaigai laikotarpio perioda sakuma beigas ingaende utgaende
  inngaende perioodi alguses lopus devreden acilis kapanis donem onceki входящий исходящий начальный конечный начало конец
  периода период дня вхідний вихідний початковий кінцевий εναρξης ληξης αρχικο τελικο νεο προηγουμενο awal akhir đau cuoi mutasi`,
);
const prepositions = words(
  `of on as at per in out do de del della des du di da den der dem zum em en el al op a au am vom om le la il i e et und and y na
  za ky и на за`,
);

/** Balances and totals in scripts without spaces, and in Hebrew and Arabic. */
const phrases = new RegExp(
  `^(${[
    '(前(月|期|回|頁|日)?|次(月|期|頁)|当月|月(初|末)|期(首|末))?(より|から)?繰越(し)?(残高|額|金)?|(前日|現在|差引|当日|期首|期末|月末)残高|合計|小計|総計',
    '(期初|期末|上期|本期|上月|本月|上日|昨日|当前|账户|日初|日末)(余额|餘額|结余|結餘)|承前(页|頁)?|过次页|過次頁|合计|总计|小计|本(月|期)(合计|发生额)',
    '(이월|전월|전기|전일|최종|기초|기말|현재) ?(잔액|잔고|이월)|이월금?|합계|총계',
    'ยอดยกมา|ยอดยกไป|ยอดคงเหลือยก(มา|ไป)|รวม(ทั้งสิ้น)?',
    'ית(רה|רת) (קודמת|פתיחה|סגירה|סופית|נוכחית)|סה.?כ',
    '(ال)?رصيد (ال)?(افتتاحي|ختامي|سابق|حالي|نهائي)|(ال)?(إجمالي|اجمالي|مجموع)',
  ].join('|')})[\\d\\s./:-]*$`,
);

/** Returns whether a heading means the balance of the account, such as `Saldo` and `Running Bal.`. */
export const isBalanceHeading = (heading: string): boolean =>
  plainWord(heading)
    .split(/[^\p{L}]+/u)
    .some((word) => balances.has(word) || compound.test(word)) ||
  /余额|餘額|残高|잔액/.test(heading);

/** Returns whether a text consists of the words for a balance or total, such as `SALDO ANTERIOR`, with or without a date. */
export function isBalanceText(text: string): boolean {
  // Longer texts name a payment.
  if (text.length > 60 || !/\p{L}/u.test(text)) return false;
  if (phrases.test(text.normalize('NFKC').trim())) return true;
  const hasDate = /\d ?[./-] ?\d/.test(text);
  return [plainWord(text), plainWords(text)].some((spelling) => {
    const parts = spelling
      .replace('so du', 'sodu')
      .split(/[\s:;,()]+|(?<!\p{L})[/-]+|[/-]+(?!\p{L})/u);
    const named = parts
      .filter((part) => /\p{L}/u.test(part))
      .map((part) => part.replace(/\.$/, ''));
    const isBalance = (part: string) => balances.has(part);
    const isTotal = (part: string) => totals.has(part) || compound.test(part);
    const isQualifier = (part: string) => qualifiers.has(part);
    const isKnown = (part: string) =>
      isBalance(part) || isTotal(part) || isQualifier(part) || prepositions.has(part);
    if (!named.every(isKnown)) return false;
    if (named.some(isTotal)) return true;
    return named.some(isBalance) && (named.some(isQualifier) || hasDate);
  });
}
