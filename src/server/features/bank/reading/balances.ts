import { plainWords } from './entry-states';

const phrases = [
  'saldo (anterior|inicial|final|do dia|atual|actual|precedente|iniziale|finale|contabile|disponivel|poczatkowe|koncowe|total)',
  '(opening|closing|previous|starting|beginning|ending|current) balance',
  'balance (brought|carried) (forward|down)',
  '(ancien|nouveau) solde',
  'solde (precedent|initial|final|crediteur|debiteur)',
  '(anfangs|end|konto|schluss)(saldo|stand|bestand)',
  'saldo ?vortrag',
  '(alter|neuer) (saldo|kontostand)',
  '(begin|eind)saldo',
  '(sub|grand )?totals?( (credits?|debits?|in|out|amount))?',
  '(gesamt|end)?summe|gesamt|totaal|totale|suma|soma|somme|razem|suma razem|celkem|yhteensa|toplam|итого|всего|συνολο|合計|合计|합계',
];
const balance = new RegExp(
  `^(${phrases.join('|')})( (au|am|vom|per|em|el|al|op|a|as of|on|of|de|del|do))?[\\d\\s./:-]*$`,
);

/** Returns whether a text only names a balance or total, such as `SALDO ANTERIOR`, with or without a date. */
export const isBalanceText = (text: string): boolean => balance.test(plainWords(text));
