import { readBoolean } from '~/server/platform/values/booleans';

/** State of an entry, as banks describe it. */
export type EntryState = 'booked' | 'pending' | 'reverted' | 'denied';

/** The first match counts: `nicht gebucht` is not booked. Patterns are without accents, with `ae` for `ä`. */
const words: [EntryState, RegExp][] = [
  [
    'pending',
    /^(pdng|futr|info|ec|ed)$|^(not|nicht|noch|non|pas|niet|no|nie|inte|ikke|nao) |^(un|in|nie)(booked|posted|cleared|settled|complet|execut|rozliczon)|pend|vorgemerkt|vormerk|ausstehend|\boffen\b|schwebend|in bearbeitung|vorlaeufig|angekuendigt|erwartet|en attente|a venir|en cours|in behandeling|gereserveerd|reserv|openstaand|lopend|en proceso|retenid|in sospeso|in attesa|in corso|prenotat|em processamento|agendad|oczekuj|w toku|blokad|afventer|ventende|vaentande|vantande|authori[sz]|autoryz|autoris|\bhold\b|\bheld\b|processing|scheduled|provisional|expected|in progress|planned|\bventer\b|vaentar|odotta|ceka|cakajuc|fuggo|asteptare|bekl[ei]|ожида|в обработке|处理中|等待|待/,
  ],
  [
    'denied',
    /denied|declin|reject|refus|fail|cancel|error|void|expired|abgelehnt|abgewiesen|fehlgeschlagen|zurueckgewiesen|abgebrochen|echou|rejet|geweigerd|afgewezen|mislukt|geannuleerd|rechazad|denegad|fallid|rifiutat|respint|negat|fallit|recusad|rejeitad|falhou|odrzucon|anulowan|nieudan|avvist|afvist|nekad|avbruten|hylat|zamitnut|zrusen|elutasit|sikertelen|respins|anulat|esuat|iptal|reddedil|basarisiz|отклон|отмен|неуспеш|ошибка|关闭|失败|取消|撤销/,
  ],
  [
    'reverted',
    /revers|revert|refund|storn|annul|rueckgaengig|rueckbuch|rueckgabe|zurueckgebucht|extourn|rembours|teruggedraaid|teruggeboekt|terugbet|gestorneerd|devuel|devoluc|devolvid|reembols|rimborsat|estornad|zwroc|cofniet|wycofan|charged ?back|return|retour|iade|возврат|退款|退货/,
  ],
  [
    'booked',
    /^book$|(ge|ver)bucht|booked|posted|complet|settled|cleared|executed|success|erledigt|abgeschlossen|ausgefuehrt|comptabilis|execut|termine|effectu|valide|geboekt|verwerkt|voltooid|uitgevoerd|contabili[sz]|eseguit|realizad|ejecutad|liquidad|registrat|lancad|conclu|efetuad|processad|processed|zaksiegowan|rozliczon|zrealizowan|wykonan|bokfor|bogfor|zauctovan|konyvel|finali[sz]ed|udfort|utfort|(ut|genom)foerd|toteutu|kirjattu|proveden|vyrizen|teljesul|procesat|tamamland|gerceklesti|исполнен|проведен|выполнен|成功|完成|已存入|已收|\b(done|ok|paid|received|sent)\b/,
  ],
];

/** Maximum length of a state, which consists of a word or two. */
const lengthMax = 40;

/** Returns words in lower case without accents, with `ae` for `ä`, as some banks write it. */
export const plainWords = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_]+/g, ' ');

/** Parses a bank's text as the state of an entry. @returns undefined if it is not a known state */
export const entryStateOf = (text: string): EntryState | undefined =>
  text.length > lengthMax
    ? undefined
    : words.find(([, named]) => named.test(plainWords(text)))?.[0];

/**
 * Parses a cell of a column of states. Yes or no refers to the state in the heading, such as `Pending` or `Booked`: entries are
 * either booked or pending.
 */
export function entryStateIn(heading: string, text: string): EntryState | undefined {
  const named = entryStateOf(heading);
  const answer = named && readBoolean(text);
  if (answer === undefined) return entryStateOf(text);
  return answer ? named : named === 'booked' ? 'pending' : 'booked';
}

/** Returns the name of a state, followed by the bank's own word. */
export function stateInWords(written: string): string {
  if (written === '') return 'which the bank does not call booked';
  return `${entryStateOf(written) ?? 'not booked'} (“${written}”)`;
}

/** Returns notes about unbooked entries, one for each word that the bank uses for their state. */
export const unbookedNotes = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].map(([written, count]) => {
    const what = count === 1 ? '1 entry' : `${count} entries`;
    return `Left out: ${what}, ${stateInWords(written)}.`;
  });
