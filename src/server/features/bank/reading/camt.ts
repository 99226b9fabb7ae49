import sax from 'sax';

import { entriesMax } from '~/contract/bank/bank';
import { currenciesOf } from '~/server/platform/values/currencies';
import { dateOf } from '~/server/platform/values/dates';
import { entryStateOf, unbookedNotes } from './entry-states';
import {
  type Problem,
  problemNotes,
  type ReadEntry,
  type ReadStatement,
  Unreadable,
} from './read-result';
import { asAccount, centsOf, decodedAs, idOf, kept, rejectDifference, tidy } from './values';

/** Limits for XML files. Real statements stay far below each. */
export const xmlLimits = { depth: 40, textMax: 20_000, fieldsMax: 2_000 };

const pieceLength = 64 * 1024;
const versions = /:camt\.053\.001\.(0[2-9]|1[0-3])$/;

/** Texts of an element and its descendants, by their path below the element. */
type Fields = Map<string, string[]>;

const first = (fields: Fields, ...paths: string[]): string => {
  for (const path of paths) {
    const text = fields.get(path)?.[0]?.trim();
    if (text) return text;
  }
  return '';
};
const all = (fields: Fields, ...paths: string[]): string[] =>
  paths.flatMap((path) => fields.get(path) ?? []).map((text) => text.trim());

/** Single payment of an entry. A batch is an entry with several payments. */
interface Detail {
  amount: string;
  currency: string;
  direction: string;
  parties: Record<'debtor' | 'creditor', { name: string; iban: string }>;
  reference: string;
  endToEndId: string;
  bankReference: string;
  returnReason: string;
  isReturn: boolean;
}

/** Reads a camt file. @throws Unreadable with the place and what to do */
export function readCamt(bytes: Uint8Array): ReadStatement {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared =
    /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]{1,40})["']/i.exec(head);
  const xml = decodedAs(bytes, declared?.[1] ?? 'utf-8').replace(/^\uFEFF/, '');
  const reader = new CamtReader();
  // Allows the five entities of XML, and none of HTML. The library's types lack this option.
  const options: sax.SAXOptions & { strictEntities: true } = { xmlns: true, strictEntities: true };
  const parser = sax.parser(true, options);
  let problem: Error | undefined;
  const guarded =
    <Given extends unknown[]>(work: (...given: Given) => void) =>
    (...given: Given) => {
      if (problem) return;
      try {
        work(...given);
      } catch (error) {
        problem = error as Error;
      }
    };
  parser.ondoctype = guarded(() => {
    throw new Unreadable(
      'This file has a document type declaration, which bank statements never have. Please export it again from your bank.',
    );
  });
  parser.onopentag = guarded((tag) => reader.open(tag as sax.QualifiedTag));
  parser.ontext = guarded((text) => reader.text(text));
  parser.oncdata = guarded((text) => reader.text(text));
  parser.onclosetag = guarded(() => reader.close());
  parser.onerror = (error) => {
    const line = /\nLine: (\d+)/.exec(error.message)?.[1];
    problem ??= new Unreadable(
      `This file breaks off or is no XML${line ? `: look at line ${Number(line) + 1}` : ''}. Please export it again from your bank.`,
    );
  };
  for (let at = 0; at < xml.length && !problem; at += pieceLength) {
    parser.write(xml.slice(at, at + pieceLength));
  }
  if (!problem) parser.close();
  if (problem) throw problem;
  return reader.end();
}

const noBalances = { opening: undefined, closing: undefined };

class CamtReader {
  readonly #entries: ReadEntry[] = [];
  readonly #path: string[] = [];
  readonly #texts: string[] = [];
  #hasStatement = false;
  #entryCount = 0;
  readonly #problems: Problem[] = [];
  /** Number of entries by state, except booked. */
  readonly #unbooked = new Map<string, number>();
  #account: Fields = new Map();
  #balance: { fields: Fields; depth: number } | undefined;
  #balances: { opening: number | undefined; closing: number | undefined } = noBalances;
  /** Sum of the booked entries of a statement, in cents; undefined if one of them cannot be read. */
  #booked: number | undefined = 0;
  /** Currency of the statement's first entry. */
  #currency = '';
  /** Entry and payment that are being read, with the depth at which each began. */
  #entry: { fields: Fields; depth: number; details: Detail[] } | undefined;
  #detail: { fields: Fields; depth: number } | undefined;

  open(tag: sax.QualifiedTag): void {
    const { local, uri } = tag;
    if (this.#path.length === 0) checkRoot(local, uri);
    this.#path.push(local);
    this.#texts.push('');
    const depth = this.#path.length;
    if (depth > xmlLimits.depth) {
      throw new Unreadable(
        'This file is nested deeper than any bank statement. Please export it again from your bank.',
      );
    }
    if (depth === 2 && local !== 'BkToCstmrStmt') {
      throw new Unreadable(
        'This file is no account statement (CAMT.053). Please choose CAMT.053 where you export at your bank.',
      );
    }
    if (depth === 3 && local === 'Stmt') {
      this.#hasStatement = true;
      this.#account = new Map();
      this.#balances = noBalances;
      this.#booked = 0;
      this.#currency = '';
    }
    if (depth === 4 && local === 'Bal') this.#balance = { fields: new Map(), depth };
    if (depth === 4 && local === 'Ntry') {
      this.#entryCount += 1;
      this.#entry = { fields: new Map(), depth, details: [] };
    }
    if (local === 'TxDtls' && this.#entry && depth === this.#entry.depth + 2) {
      this.#detail = { fields: new Map(), depth };
    }
    const holder = this.#detail ?? this.#entry ?? this.#balance;
    const currency = tag.attributes.Ccy;
    if (holder && currency) {
      const value = typeof currency === 'string' ? currency : currency.value;
      this.#add(holder, '@Ccy', value);
    }
  }

  text(text: string): void {
    const at = this.#texts.length - 1;
    if (at < 0) return;
    const whole = (this.#texts[at] ?? '') + text;
    if (whole.length > xmlLimits.textMax) {
      throw new Unreadable(
        `A text of ${this.#place()} is longer than any that a bank writes. Please export the statement again.`,
      );
    }
    this.#texts[at] = whole;
  }

  close(): void {
    const text = this.#texts.pop() ?? '';
    const depth = this.#path.length;
    const holder = this.#detail ?? this.#entry ?? this.#balance;
    if (holder && text.trim() !== '') this.#add(holder, '', text);
    else if (depth > 3 && this.#path[3] === 'Acct' && text.trim() !== '') {
      this.#account.set(this.#path.slice(4).join('/'), [text]);
    }
    if (this.#detail && depth === this.#detail.depth) {
      this.#entry?.details.push(detailOf(this.#detail.fields));
      this.#detail = undefined;
      if (this.#entries.length + (this.#entry?.details.length ?? 0) > entriesMax) throw tooMany();
    } else if (this.#entry && depth === this.#entry.depth) {
      this.#finish(this.#entry);
      this.#entry = undefined;
    } else if (this.#balance && depth === this.#balance.depth) {
      this.#finishBalance(this.#balance.fields);
      this.#balance = undefined;
    } else if (depth === 3 && this.#path[2] === 'Stmt') {
      if (this.#booked !== undefined) {
        const currency = this.#currency;
        rejectDifference('a statement in this file', this.#balances, this.#booked, currency);
      }
    }
    this.#path.pop();
  }

  end(): ReadStatement {
    if (!this.#hasStatement) {
      throw new Unreadable(
        'This file holds no statement. Please choose a span of days with bookings where you export at your bank.',
      );
    }
    const [problem] = this.#problems;
    if (problem && this.#entries.length === 0) {
      throw new Unreadable(
        `${problem.place}: ${problem.message}. Please export the statement again.`,
      );
    }
    const notes = [...problemNotes(this.#problems), ...unbookedNotes(this.#unbooked)];
    return { format: 'camt.053', entries: this.#entries, notes };
  }

  #place(): string {
    return this.#entry ? `entry ${this.#entryCount}` : 'the file';
  }

  #add(holder: { fields: Fields; depth: number }, end: string, text: string): void {
    const { fields, depth } = holder;
    const path = this.#path.slice(depth).join('/') + end;
    const known = fields.get(path);
    if (known) known.push(text);
    else fields.set(path, [text]);
    if (fields.size > xmlLimits.fieldsMax || (known && known.length > xmlLimits.fieldsMax)) {
      throw new Unreadable(`${this.#place()} has more parts than a bank writes.`);
    }
  }

  /**
   * Keeps the first opening balance and the last closing balance, because a statement of several days can contain several.
   */
  #finishBalance(fields: Fields): void {
    const type = first(fields, 'Tp/CdOrPrtry/Cd');
    const currency = first(fields, 'Amt@Ccy') || first(this.#account, 'Ccy');
    const cents = centsOf(first(fields, 'Amt'), currency);
    if (cents === undefined) return;
    const signed = first(fields, 'CdtDbtInd') === 'DBIT' ? -cents : cents;
    const { opening, closing } = this.#balances;
    if (type === 'OPBD' || type === 'PRCD') {
      this.#balances = { opening: opening ?? signed, closing };
    } else if (type === 'CLBD') this.#balances = { opening, closing: signed };
  }

  #finish({ fields, details }: { fields: Fields; details: Detail[] }): void {
    const state = tidy(first(fields, 'Sts/Cd', 'Sts/Prtry', 'Sts'), 40);
    if (state !== '' && entryStateOf(state) !== 'booked') {
      this.#unbooked.set(state, (this.#unbooked.get(state) ?? 0) + 1);
      return;
    }
    const place = `entry ${this.#entryCount}`;
    const written = first(fields, 'Amt');
    const currency = first(fields, 'Amt@Ccy') || first(this.#account, 'Ccy');
    this.#currency ||= currency;
    const amount = centsOf(written, currency);
    const direction = first(fields, 'CdtDbtInd');
    const bookedOn = dayIn(fields, 'BookgDt') ?? dayIn(fields, 'ValDt');
    const isKnown = currenciesOf(currency).length > 0;
    if (!isKnown || amount === undefined || !bookedOn || !/^(CRDT|DBIT)$/.test(direction)) {
      const message = !isKnown
        ? currency === ''
          ? 'it has no currency'
          : `“${tidy(currency, 40)}” is not a known currency`
        : amount === undefined
          ? `“${tidy(written, 40)}” is not an amount in ${currency}`
          : bookedOn
            ? 'it does not say whether money came in'
            : 'its date is missing or not a date';
      this.#problems.push({ place: `Entry ${this.#entryCount}`, message });
      this.#booked = undefined;
      return;
    }
    if (this.#booked !== undefined) this.#booked += direction === 'CRDT' ? amount : -amount;
    const isReversal = /^(true|1)$/.test(first(fields, 'RvslInd'));
    const common = {
      account: this.#accountName(),
      place,
      bookedOn,
      valueOn: dayIn(fields, 'ValDt') ?? bookedOn,
      currency: currency.toUpperCase().slice(0, 3),
    };
    const parts = dividedBy(details, { cents: amount, currency, direction });
    for (const { cents, detail } of parts ?? [{ cents: amount, detail: merged(details) }]) {
      // A credit of 0 is not a payment. Banks use such entries for messages.
      if (cents === 0) continue;
      const isCredit = (detail.direction || direction) === 'CRDT';
      const isReturn = isReversal || detail.isReturn;
      const other = this.#otherSide(detail, isCredit !== isReturn);
      this.#entries.push({
        ...common,
        cents,
        isCredit,
        isReturn,
        returnReason: detail.returnReason,
        name: other.name,
        iban: other.iban,
        reference: detail.reference || tidy(first(fields, 'AddtlNtryInf'), kept.reference),
        endToEndId: detail.endToEndId,
        bankReference: detail.bankReference || idOf(first(fields, 'AcctSvcrRef')),
      });
    }
    if (this.#entries.length > entriesMax) throw tooMany();
  }

  #accountName(): string {
    return asAccount(first(this.#account, 'Id/IBAN', 'Id/Othr/Id'));
  }

  /** In a return, the parties are those of the original payment. */
  #otherSide({ parties }: Detail, isFromDebtor: boolean): { name: string; iban: string } {
    const { debtor, creditor } = parties;
    const own = this.#accountName();
    const [likely, unlikely] = isFromDebtor ? [debtor, creditor] : [creditor, debtor];
    const isOwn = likely.iban !== '' && likely.iban === own;
    const isThere = likely.name !== '' || likely.iban !== '';
    return isThere && !isOwn ? likely : unlikely.iban === own ? likely : unlikely;
  }
}

function checkRoot(name: string, uri: string): void {
  if (name === 'Document' && versions.test(uri)) return;
  const message = /:(camt\.05[24])\./.exec(uri)?.[1];
  const what = message
    ? `a report of the kind ${message.toUpperCase()}`
    : 'no account statement in CAMT.053 (version 2 to 13)';
  throw new Unreadable(
    `This file is ${what}. Please choose CAMT.053 where you export at your bank.`,
  );
}

const tooMany = () =>
  new Unreadable(
    `This file has more than ${entriesMax.toLocaleString('en')} entries. Please export shorter spans of days, one file each.`,
  );

function dayIn(fields: Fields, name: string): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(first(fields, `${name}/Dt`, `${name}/DtTm`));
  return match ? dateOf(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

function detailOf(fields: Fields): Detail {
  const party = (role: 'Dbtr' | 'Cdtr') => ({
    name: tidy(
      first(
        fields,
        `RltdPties/${role}/Pty/Nm`,
        `RltdPties/${role}/Nm`,
        `RltdPties/Ultmt${role}/Pty/Nm`,
        `RltdPties/Ultmt${role}/Nm`,
      ),
      kept.name,
    ),
    iban: asAccount(
      first(fields, `RltdPties/${role}Acct/Id/IBAN`, `RltdPties/${role}Acct/Id/Othr/Id`),
    ),
  });
  const structured = all(
    fields,
    'RmtInf/Strd/CdtrRefInf/Ref',
    'RmtInf/Strd/RfrdDocInf/Nb',
    'RmtInf/Strd/AddtlRmtInf',
  );
  const written = [...all(fields, 'RmtInf/Ustrd'), ...structured];
  const isReturn = fields.has('RtrInf/Rsn/Cd') || fields.has('RtrInf/Rsn/Prtry');
  const why = all(fields, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry', 'RtrInf/AddtlInf');
  // In version 2, only AmtDtls contains the amount of a payment.
  const amounts = ['Amt', 'AmtDtls/TxAmt/Amt'];
  return {
    amount: first(fields, ...amounts),
    currency: first(fields, ...amounts.map((path) => `${path}@Ccy`)),
    direction: first(fields, 'CdtDbtInd'),
    parties: { debtor: party('Dbtr'), creditor: party('Cdtr') },
    reference: tidy(written.join(' '), kept.reference),
    endToEndId: idOf(first(fields, 'Refs/EndToEndId')),
    bankReference: idOf(first(fields, 'Refs/AcctSvcrRef')),
    returnReason: tidy(why.join(', '), kept.reason),
    isReturn,
  };
}

/**
 * Returns the payments of a batch if they have amounts that add up to the entry. Otherwise returns
 * undefined: the entry counts as one payment.
 */
function dividedBy(
  details: Detail[],
  entry: { cents: number; currency: string; direction: string },
): { cents: number; detail: Detail }[] | undefined {
  if (details.length < 2) return undefined;
  let whole = 0;
  const parts: { cents: number; detail: Detail }[] = [];
  for (const detail of details) {
    const isSame = detail.currency === '' || detail.currency === entry.currency;
    const cents = isSame ? centsOf(detail.amount, entry.currency) : undefined;
    if (cents === undefined) return undefined;
    const isAgainst = detail.direction !== '' && detail.direction !== entry.direction;
    whole += isAgainst ? -cents : cents;
    parts.push({ cents, detail });
  }
  return whole === entry.cents ? parts : undefined;
}

const noParty = { name: '', iban: '' };

/**
 * Returns the data that all payments of an undivided entry share: all references, and the other party if there is only
 * one.
 */
function merged(details: Detail[]): Detail {
  const [only, ...others] = details;
  // Ignores the direction of the payment, because the direction of the entry applies to the entry's total.
  if (only && others.length === 0) return { ...only, direction: '' };
  return {
    amount: '',
    currency: '',
    direction: '',
    parties: { debtor: noParty, creditor: noParty },
    reference: tidy(details.map(({ reference }) => reference).join(' '), kept.reference),
    endToEndId: '',
    bankReference: '',
    returnReason: details.find((one) => one.returnReason !== '')?.returnReason ?? '',
    isReturn: details.some((one) => one.isReturn),
  };
}
