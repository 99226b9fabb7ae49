import { readBoolean } from '~/server/platform/values/booleans';
import { readWrittenDate } from '~/server/platform/values/dates';
import { plainWord } from '~/server/platform/values/languages';

/** State of an entry, as banks describe it. */
export type EntryState = 'booked' | 'pending' | 'reverted' | 'denied';

/**
 * Patterns for states, of which the first match counts: `nicht gebucht` is not booked. They contain no accents, and
 * `ae` instead of `ä`.
 */
const words: [EntryState, RegExp][] = [
  [
    'pending',
    /^(pdng|futr|info|ec|ed)$|^prel\b|in transit|^submitted$|未資金化|未入[帳账]|未到账|未结算|在途|^to be |pend|vorgemerkt|vormerk|ausstehend|\boffen\b|schwebend|in bearbeitung|vorlaeufig|angekuendigt|erwartet|en attente|a venir|en cours|in behandeling|gereserveerd|reserv|openstaand|lopend|en proceso|retenid|in sospeso|in attesa|in corso|prenotat|em processamento|agendad|oczekuj|w toku|blokad|afventer|ventende|vaentande|vantande|authori[sz]|autoryz|autoris|\bhold\b|\bheld\b|processing|scheduled|provisional|expected|in progress|planned|\bventer\b|vaentar|odotta|ceka|cakajuc|fuggo|asteptare|bekl[ei]|ожида|в обработке|处理中|等待|待|under behandling|behandles|avventer|planlagt|planerad|gepland|kommande|kommende|\btuleva|varattu|kasittelyssa|varaus|zaplanowan|w (trakcie|realizacji)|nezauctovan|nevyrizen|zpracovava|blokac|a processar|em analise|in lavorazione|in elaborazione|en tramite|programad|por confirmar|previsionnel|en traitement|isleniyor|provizyon|askida|εκκρεμ|αναμον|εξελιξη|δεσμευ|folyamatban|feldolgozas|zarol|in curs|in procesare|neprocesat|blocat|preliminaer|preliminar|\bprogramme|planifi|未処理|保留|대기|처리중|진행|ממתין|זמני|معلق|قيد|รอ|dang xu ly|dang cho|menunggu|tertunda|na cekanju|ootel|\bgaida|laukia|очікув|обробц/,
  ],
  [
    'denied',
    /denied|declin|reject|refus|fail|cancel|error|void|expired|abgelehnt|abgewiesen|fehlgeschlagen|zurueckgewiesen|abgebrochen|echou|rejet|geweigerd|afgewezen|mislukt|geannuleerd|rechazad|denegad|fallid|rifiutat|respint|negat|fallit|recusad|rejeitad|falhou|odrzucon|anulowan|nieudan|avvist|afvist|nekad|avbruten|hylat|zamitnut|zrusen|elutasit|sikertelen|respins|anulat|esuat|iptal|reddedil|basarisiz|отклон|отмен|неуспеш|ошибка|关闭|失败|取消|撤销|slettet|fejlet|feilet|mislykke|avbrutt|kansell|makuler|raderad|borttag|misslyck|avslag|avvisad|peruutettu|peruttu|epaonnistu|poistettu|usuniet|odmow|odmitn|neuspes|verwijderd|afgekeurd|\banulad|falha|\bnegad|scadut|eliminad|eliminat|caducad|supprim|\bsilin|ακυρ|απορρι|αποτυχ|ανεπιτυχ|torol[tv]|visszavon|meghius|refuzat|\bsters|unsuccess|erfolglos|취소|실패|בוטל|נדחה|ملغ|مرفوض|ยกเลิก|ล้มเหลว|da huy|that bai|gagal|\bbatal|otkazan|odbijen|tuhistat|noraidit|atsaukt|atmest|скасован|відхилен/,
  ],
  [
    'reverted',
    /revers|revert|refund|storn|annul|rueckgaengig|rueckbuch|rueckgabe|zurueckgebucht|extourn|rembours|teruggedraaid|teruggeboekt|terugbet|gestorneerd|devuel|devoluc|devolvid|reembols|rimborsat|estornad|zwroc|cofniet|wycofan|charged ?back|return|retour|iade|возврат|退款|退货|aterbetal|tilbagefor|tilbakefor|palautettu|palautus|vracen|visszaterit|visszautal|rambursat|αντιλογ|επιστροφ/,
  ],
  [
    'booked',
    /^(book|clr)$|(ge|ver)bucht|booked|posted|complet|settled|cleared|reconcil|abgeglichen|rapproche|executed|success|erledigt|abgeschlossen|ausgefuehrt|comptabilis|execut|termine|effectu|valide|geboekt|verwerkt|voltooid|uitgevoerd|contabili[sz]|eseguit|realizad|ejecutad|liquidad|registrat|lancad|conclu|efetuad|processad|processed|zaksiegowan|rozliczon|zrealizowan|wykonan|bokfor|bogfor|zauctovan|konyvel|finali[sz]ed|udfort|utfort|(ut|genom)foerd|toteutu|kirjattu|proveden|vyrizen|teljesul|procesat|tamamland|gerceklesti|исполнен|проведен|выполнен|成功|完成|已存入|已收|\b(done|ok|paid|received|sent)\b|bo[kg]foe?r[dt]|(gennem|gjennom|full|slut|ut|genom|ud)foe?r[dt]|ekspeder|\bbetal[dt]\b|maksettu|suoritettu|\bvalmis\b|\btehty\b|kasitelty|zakonczon|przetworzon|oplacon|zpracovan|uhrazen|dokoncen|uspesn|\bbetaald\b|\bbezahlt\b|\bdeposited\b|afgerond|gelukt|geslaagd|\bontvangen\b|efectuad|efectuat|\bpag(o|a|ado|ada|ato|ata|ati)\b|recebid|cobrad|abonad|procesad|riuscit|accreditat|addebitat|regolat|\bpayee?s?\b|\bregle|reussi|\btraitee?s?\b|encaiss|odendi|basarili|\bislendi|ολοκληρ|εκτελε|καταχωρ|πληρω|επιτυχ|vegrehajt|\bkesz\b|sikeres|lezart|teljesitett|finalizat|inregistrat|decontat|\bplatit|reusit|incasat|erfolgreich|gutgeschrieben|afgehandeld|afgeschreven|bijgeschreven|완료|성공|完了|確定|确定|בוצע|مكتمل|منفذ|สำเร็จ|thanh cong|berhasil|selesai|izvrsen|realiziran|proknjizen|taidetud|tehtud|izpildit|ivykdyt|atlikt|виконан|успішн/,
  ],
];

/** Text that negates the following word for booked, such as `not yet`, and `un` in `unposted`. */
const negation =
  /(^|\P{L})(not|nicht|non|pas|niet|no|nie|nem|inte|ikke|icke|ej|ei|nao|ne|nu|не|ні|δεν|μη|sin|bez|khong|tidak|belum)(\P{L}.*)?$|^(un|in|non|not|nie|ne|не|未|不|非|미|ไม่)$/u;

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
export function entryStateOf(text: string): EntryState | undefined {
  // Most cells of other columns have no word.
  if (text.length > lengthMax || !/\p{L}/u.test(text)) return undefined;
  const spellings = [plainWords(text), plainWord(text), text.normalize('NFC')];
  for (const [state, named] of words) {
    for (const spelling of spellings) {
      const found = named.exec(spelling);
      if (!found) continue;
      const isNegated = state === 'booked' && negation.test(spelling.slice(0, found.index));
      return isNegated ? 'pending' : state;
    }
  }
  return undefined;
}

/** Returns whether a cell is the mark with which accounting programs show cleared and reconciled entries. */
export const isClearedMark = (heading: string, text: string): boolean =>
  /^(clr|cleared|reconcile)/i.test(heading) && /^[cr*]$/i.test(text);

/** Returns whether a line between entries is the title of entries that are not booked, such as `Pending transactions`. */
export function isUnbookedTitle(text: string): boolean {
  const state = entryStateOf(text);
  const isShort = text.split(/\s+/).length <= 4 && !/\p{Nd}/u.test(text);
  return isShort && (state === 'pending' || state === 'denied');
}

/**
 * Parses a cell of the state column. Yes or no refers to the state in the heading, such as
 * `Pending` or `Booked`: entries are either booked or pending. A date below the heading `Cleared
 * date` means that the entry is booked.
 *
 * @param chosen words that an admin has explained
 */
export function entryStateIn(
  heading: string,
  text: string,
  chosen: Readonly<Record<string, 'booked' | 'unbooked'>> = {},
): EntryState | undefined {
  if (Object.hasOwn(chosen, text)) return chosen[text] === 'booked' ? 'booked' : 'pending';
  // `Info` is a state in camt files, but any text can have it as its heading.
  const named = /^info$/i.test(heading) ? undefined : entryStateOf(heading);
  if (named === 'booked' && readWrittenDate(text)) return named;
  if (isClearedMark(heading, text)) return 'booked';
  const answer = named && readBoolean(text);
  if (answer === undefined) return entryStateOf(text);
  return answer ? named : named === 'booked' ? 'pending' : 'booked';
}

/** Returns the name of a state, followed by the bank's own word. */
export function stateInWords(written: string): string {
  if (written === '') return 'which the bank does not call booked';
  const state = entryStateOf(written);
  return `${state && state !== 'booked' ? state : 'not booked'} (“${written}”)`;
}

/** Returns notes about unbooked entries, one for each word that the bank uses for their state. */
export const unbookedNotes = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].map(([written, count]) => {
    const what = count === 1 ? '1 entry' : `${count} entries`;
    return `Left out: ${what}, ${stateInWords(written)}.`;
  });
