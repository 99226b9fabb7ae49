import { entriesMax, listedProblems } from '~/contract/bank/bank';
import { dateOf } from '~/server/platform/values/dates';
import { unbookedNotes } from './entry-states';
import { offsetting } from './offsetting';
import {
  type Problem,
  problemNotes,
  type ReadEntry,
  type ReadStatement,
  Unreadable,
} from './read-result';
import {
  asAccount,
  centsOf,
  differenceOf,
  idOf,
  kept,
  rejectDifference,
  textOf,
  tidy,
} from './values';

/** A field of a statement, with its continuation lines. */
interface Field {
  tag: string;
  lines: string[];
  /** Line number in the file, counted from 1. */
  line: number;
}

/** Matches tags of MT940 and related formats. A wrapped text can begin with `:26:37`, which is a time. */
const tagged = /^:(13[CD]?|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]):(.*)$/;
/** Matches the tags that end the text of an entry: the next entry, or the closing balance. */
const afterEntryText = /^(61|62[FM])$/;
/**
 * Matches value date, booking date, direction, third letter of the currency, amount, type, payer's reference and bank's
 * reference.
 */
const movement =
  /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d{1,12}(?:[.,]\d{0,5})?)([A-Z][A-Z0-9]{3})?(.*?)(?:\/\/(.*))?$/;
/** Matches sign, date, currency and amount. */
const balance = /^([CD])\d{6}([A-Z]{3})(\d{1,12}(?:[.,]\d{0,5})?)/;
/** Length of a full line in a German field. Such lines are wrapped within words. */
const fullLength = 27;
const linesMax = 200_000;
const linesOfField = 60;

/** German transaction codes for returns. */
const returnCodes = new Set(['108', '109', '159', '181', '184']);

/** Entry of a statement. `cents` is negative for a debit. */
interface Movement {
  cents: number;
  line: number;
  /** The entry; undefined if it cannot be read. */
  entry?: ReadEntry;
}

/** An entry that cannot be read. `cents`, negative for debits, is its amount if known. */
interface UnreadEntry {
  problem: string;
  cents?: number;
}

/**
 * Reads an MT940 file. Entries that cannot be read are listed, and the others are imported. The amounts of the listed
 * entries must explain the difference between the imported entries and the balances. If one of these amounts is
 * unknown, this cannot be checked, and the statement counts as unproven.
 *
 * @throws Unreadable with the place and what to do
 */
export function readMt940(bytes: Uint8Array): ReadStatement {
  const fields = fieldsOf(textOf(bytes));
  const entries: ReadEntry[] = [];
  let account = '';
  let currency = '';
  let isOpen = false;
  let opening: number | undefined;
  let booked = 0;
  let expected = 0;
  const problems: Problem[] = [];
  /** Sum of the statement's unread entries; undefined if the amount of one is unknown. */
  let unread: number | undefined = 0;
  let isUnproven = false;
  let isAmountUnknown = false;
  /** Entries since the last balance, including those that cannot be read. */
  let movements: Movement[] = [];
  const offset: Movement[] = [];
  for (const [at, field] of fields.entries()) {
    const text = field.lines[0] ?? '';
    if (field.tag === '20') {
      account = '';
      currency = '';
      isOpen = true;
    } else if (field.tag === '25') {
      account = accountOf(text);
    } else if (field.tag === '60F' || field.tag === '60M') {
      currency = balance.exec(text.trim())?.[2] ?? '';
      if (!currency) throw notReadable(field, 'The opening balance', 'has no currency');
      opening = balanceOf(text);
      booked = 0;
      unread = 0;
      // Entries after a closing balance belong to no statement that can be checked.
      isUnproven ||= movements.length > 0;
      movements = [];
    } else if (field.tag === '61') {
      if (!isOpen || !currency) {
        throw notReadable(
          field,
          'This entry',
          'stands before the opening balance of its statement',
        );
      }
      if (entries.length >= entriesMax) {
        throw new Unreadable(
          `This file has more than ${entriesMax.toLocaleString('en')} entries. Please export shorter spans of days, one file each.`,
        );
      }
      const next = fields[at + 1];
      const entry = entryOf(field, next?.tag === '86' ? next : undefined, { account, currency });
      if (entry === 'expected') expected += 1;
      if (!entry || entry === 'expected') continue;
      if ('problem' in entry) {
        problems.push({ place: `Line ${field.line}`, message: entry.problem });
        const { line } = field;
        if (entry.cents !== undefined) movements.push({ cents: entry.cents, line });
        unread =
          unread === undefined || entry.cents === undefined ? undefined : unread + entry.cents;
        continue;
      }
      entries.push(entry);
      const cents = entry.isCredit ? entry.cents : -entry.cents;
      booked += cents;
      movements.push({ cents, line: field.line, entry });
    } else if (field.tag === '62F' || field.tag === '62M') {
      const place = `the statement that ends in line ${field.line}`;
      const balances = { opening, closing: balanceOf(text) };
      const difference = differenceOf(balances, booked);
      // The unreadable line may be part of a text that only looks like an entry. If so, the other entries add up to the
      // balances.
      if (unread === undefined) isAmountUnknown ||= difference !== 0;
      else if (difference === undefined) isUnproven = true;
      else if (difference !== 0) rejectDifference(place, balances, booked + unread, currency);
      offset.push(...offsetOf(movements));
      movements = [];
      opening = undefined;
    }
  }
  isUnproven ||= movements.length > 0;
  if (!fields.some(({ tag }) => tag === '60F' || tag === '60M')) {
    throw new Unreadable(
      'This file holds no statement. Please choose MT940 and a span of days with bookings where you export at your bank.',
    );
  }
  const last = fields.at(-1);
  if (last && !/^(62[FM]|64|65|86)$/.test(last.tag)) {
    throw new Unreadable(
      `This file breaks off after line ${last.line}: its closing balance is missing. Please export it again from your bank.`,
    );
  }
  const [problem] = problems;
  if (problem && entries.length === 0) {
    throw new Unreadable(
      `${problem.place}: ${problem.message}. Please export the statement again as MT940.`,
    );
  }
  const notes = [
    ...problemNotes(problems),
    ...(isAmountUnknown
      ? [
          'The amounts that are not imported cannot be checked against the balances, so none of these entries is booked automatically.',
        ]
      : []),
    ...(isUnproven
      ? [
          'Some entries are not between an opening and a closing balance that can be read, so they cannot be checked, and none of these entries is booked automatically.',
        ]
      : []),
    ...(offset.length > 0 ? [offsetNote(offset)] : []),
    ...(expected > 0 ? unbookedNotes(new Map([['expected', expected]])) : []),
  ];
  return { format: 'mt940', entries, notes, isUnproven: isUnproven || isAmountUnknown };
}

/** Marks the entries of a statement that other entries cancel out. @returns the marked entries */
function offsetOf(movements: readonly Movement[]): Movement[] {
  const found = offsetting(movements.map(({ cents }) => cents));
  const offset = movements.filter((_, at) => found.has(at));
  for (const { entry } of offset) if (entry) entry.isOffset = true;
  return offset;
}

function offsetNote(offset: readonly Movement[]): string {
  const lines = offset.map(({ line }) => line);
  const more = lines.length > listedProblems ? ` and ${lines.length - listedProblems} more` : '';
  return `The entries in lines ${lines.slice(0, listedProblems).join(', ')}${more} could cancel each other out, so the balances do not prove them: none of them is booked automatically.`;
}

/** Returns cents, negative for an overdrawn account; undefined for an invalid balance. */
function balanceOf(text: string): number | undefined {
  const [, sign, currency = '', amount = ''] = balance.exec(text.trim()) ?? [];
  const cents = decimalCents(amount, currency);
  return cents !== undefined && sign === 'D' ? -cents : cents;
}

/** MT940 writes a decimal comma, even after whole amounts. */
const decimalCents = (amount: string, currency: string) =>
  centsOf(amount.replace(',', '.').replace(/\.$/, ''), currency);

const notReadable = ({ line }: Field, what: string, wrong: string) =>
  new Unreadable(`${what} in line ${line} ${wrong}. Please export the statement again as MT940.`);

function fieldsOf(text: string): Field[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > linesMax) {
    throw new Unreadable('This file has too many lines. Please export shorter spans of days.');
  }
  const fields: Field[] = [];
  for (const [at, raw] of lines.entries()) {
    // Removes the SWIFT envelope and the terminators of its messages.
    const line = raw.startsWith('{') ? raw.slice(raw.lastIndexOf('{4:') + 3) : raw;
    if (raw.startsWith('{') && !raw.includes('{4:')) continue;
    if (/^(-|-\}.*|)$/.test(line.trim())) continue;
    const match = tagged.exec(line);
    const isInEntryText = fields.at(-1)?.tag === '86' && fields.at(-2)?.tag === '61';
    if (match && !(isInEntryText && !afterEntryText.test(match[1] ?? '')))
      fields.push({ tag: match[1] ?? '', lines: [match[2] ?? ''], line: at + 1 });
    else {
      const field = fields.at(-1);
      // Text before the first field is a header of the exporting program.
      if (field && field.lines.length < linesOfField) field.lines.push(line);
    }
  }
  return fields;
}

/**
 * Returns the IBAN, which is followed by the currency in some files. A German bank code and account number are converted to
 * an IBAN.
 */
function accountOf(text: string): string {
  const account = asAccount(text);
  const german = /^(\d{8})\/(\d{1,10})(?:[A-Z]{3})?$/.exec(account);
  if (german) {
    const domestic = `${german[1]}${(german[2] ?? '').padStart(10, '0')}`;
    const check = 98n - (BigInt(`${domestic}131400`) % 97n);
    return `DE${String(check).padStart(2, '0')}${domestic}`;
  }
  return /^([A-Z]{2}\d{2}[A-Z0-9]{10,30}?)(?:[A-Z]{3})?$/.exec(account)?.[1] ?? account;
}

function entryOf(
  field: Field,
  about: Field | undefined,
  { account, currency }: { account: string; currency: string },
): ReadEntry | UnreadEntry | 'expected' | undefined {
  const [text = '', supplement = ''] = field.lines;
  const match = movement.exec(text.trim());
  if (!match) return { problem: 'the entry cannot be read' };
  const [, valued = '', booked, direction = '', , sum = '', , reference = '', bankReference] =
    match;
  // EC and ED mark expected entries, which are not booked yet.
  if (direction.startsWith('E')) return 'expected';
  const cents = decimalCents(sum, currency);
  if (cents === undefined) return { problem: `“${sum}” is not an amount in ${currency}` };
  if (cents === 0) return undefined;
  // RC reverses a credit, so it is a debit.
  const isCredit = direction === 'C' || direction === 'RD';
  const valueOn = dateOf(
    2000 + Number(valued.slice(0, 2)),
    Number(valued.slice(2, 4)),
    Number(valued.slice(4)),
  );
  const bookedOn = valueOn && booked ? bookedOnOf(booked, valueOn) : valueOn;
  if (!valueOn || !bookedOn) {
    return { problem: 'its date is not a date', cents: isCredit ? cents : -cents };
  }
  const said = detailsOf(about?.lines ?? []);
  const isReversal = direction === 'RC' || direction === 'RD';
  return {
    account,
    place: `line ${field.line}`,
    bookedOn,
    valueOn,
    cents,
    currency,
    isCredit,
    isReturn: isReversal || said.isReturn,
    returnReason: said.returnReason,
    name: said.name,
    iban: said.iban,
    reference: said.reference || tidy(supplement, kept.reference),
    endToEndId:
      said.endToEndId ||
      idOf(
        /^(?:NONREF|NOTPROVIDED|STARTUMSE|[KEM]REF\+?|PREF|MARF)$/i.test(reference.trim())
          ? ''
          : reference,
      ),
    bankReference: idOf(bankReference),
  };
}

/**
 * Returns the booking date, which is written without its year: uses the year of the value date, or the adjacent year
 * around New Year.
 */
function bookedOnOf(monthDay: string, valueOn: string): string | undefined {
  const month = Number(monthDay.slice(0, 2));
  const valueMonth = Number(valueOn.slice(5, 7));
  let year = Number(valueOn.slice(0, 4));
  if (month - valueMonth > 6) year -= 1;
  if (valueMonth - month > 6) year += 1;
  return dateOf(year, month, Number(monthDay.slice(2)));
}

interface Said {
  name: string;
  iban: string;
  reference: string;
  endToEndId: string;
  returnReason: string;
  isReturn: boolean;
}

function detailsOf(lines: string[]): Said {
  const [head = ''] = lines;
  const german = /^(\d{3})([^\w\s])(?=00|10|2\d|3\d|6\d)/.exec(head);
  if (german) return germanOf(lines.join(''), german[1] ?? '', german[2] ?? '?');
  const text = lines.join(' ');
  if (/(^|\s)\/(TRTP|EREF|NAME|REMI|IBAN|ORDP|BENM|RTRN|CNTP|MARF)\//.test(text)) {
    return slashedOf(lines.join(''));
  }
  const reference = tidy(text, kept.reference);
  return {
    ...{ name: '', iban: '', endToEndId: '', returnReason: '' },
    reference,
    isReturn: false,
  };
}

/** Parses `166?00GUTSCHRIFT?20EREF+…?32name`: numbered parts, of which 20 to 29 and 60 to 63 contain the text. */
function germanOf(text: string, code: string, sign: string): Said {
  const parts = new Map<string, string>();
  for (const part of text.slice(3).split(sign)) {
    if (/^\d{2}/.test(part)) {
      const key = part.slice(0, 2);
      parts.set(key, (parts.get(key) ?? '') + part.slice(2));
    }
  }
  let written = '';
  for (const number of [...range(20, 29), ...range(60, 63)]) {
    const part = parts.get(String(number)) ?? '';
    if (part === '') continue;
    const isNew =
      /^(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|OAMT|COAM|RREF|PURP)[+:]/.test(part);
    written += isNew ? `\n${part}` : part;
    if (part.length < fullLength) written += ' ';
  }
  const named = new Map<string, string>();
  const rest: string[] = [];
  for (const line of written.split('\n')) {
    const match = /^([A-Z]{3,4})[+:](.*)$/.exec(line);
    if (match) named.set(match[1] ?? '', match[2] ?? '');
    else rest.push(line);
  }
  const reason = tidy(parts.get('34') ?? '', kept.reason);
  const words = tidy(parts.get('00') ?? '', kept.reason);
  const isReturn = returnCodes.has(code) || /r[üu]ck(last|buch|ueber)|retoure|storno/i.test(words);
  return {
    name: tidy(`${parts.get('32') ?? ''}${parts.get('33') ?? ''}`, kept.name),
    iban: asAccount(named.get('IBAN') ?? parts.get('31') ?? ''),
    reference: tidy(named.get('SVWZ') ?? rest.join(' '), kept.reference),
    endToEndId: idOf((named.get('EREF') ?? '').replaceAll(' ', '')),
    returnReason: isReturn ? [reason, words].filter(Boolean).join(', ') : '',
    isReturn,
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Parses `/TRTP/SEPA/IBAN/…/NAME/…/REMI/…/EREF/…`, which banks in and around the Netherlands write. */
function slashedOf(text: string): Said {
  const names =
    /\/(TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|ORDP|BENM|RTRN|CNTP|ISDT|PREF|PURP|ULTD|ULTB|ULTC|SVCL|CREF|NRTX|BUSP|ADDR)\//g;
  const marks = [...text.matchAll(names)];
  const named = new Map<string, string>();
  for (const [at, mark] of marks.entries()) {
    const end = marks[at + 1]?.index ?? text.length;
    const name = mark[1] ?? '';
    // The first occurrence counts, because ORDP and BENM also contain names.
    if (!named.has(name)) named.set(name, text.slice(mark.index + mark[0].length, end));
  }
  const [iban = '', , name = ''] = (named.get('CNTP') ?? '').split('/');
  const reason = tidy(named.get('RTRN') ?? '', kept.reason);
  return {
    name: tidy(named.get('NAME') || name, kept.name),
    iban: asAccount(named.get('IBAN') || iban),
    reference: tidy(
      (named.get('REMI') ?? '').replace(/^(USTD|STRD\/(CUR|ISO))\/\/?/, '').replace(/\/+$/, ''),
      kept.reference,
    ),
    endToEndId: idOf((named.get('EREF') ?? '').replaceAll('/', '')),
    returnReason: reason,
    isReturn: reason !== '' || /RETURN|STORNO/i.test(named.get('TRTP') ?? ''),
  };
}
