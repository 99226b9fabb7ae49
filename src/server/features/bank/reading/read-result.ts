import { listedProblems, type StatementFormat } from '~/contract/bank/bank';

/** A booking on an account, equal for all formats. */
export interface ReadEntry {
  /** IBAN of the account, otherwise the bank's name for it. */
  account: string;
  /** Place in the file, such as 'entry 12' or 'line 12'. */
  place: string;
  /** ISO dates. */
  bookedOn: string;
  valueOn: string;
  /** In cents, above 0. */
  cents: number;
  currency: string;
  /** True if it is a credit. */
  isCredit: boolean;
  /** True if the bank marks it as a return of an earlier entry. */
  isReturn: boolean;
  /** Reason in the bank's words or by its code; empty if not given. */
  returnReason: string;
  /** Name of the other party. */
  name: string;
  iban: string;
  /** Payment reference, including the structured one if there is one. */
  reference: string;
  endToEndId: string;
  /** Bank's own reference of the entry; empty if it gives none. */
  bankReference: string;
  /** True if other entries cancel it out, so that the balances do not prove it: it is not booked automatically. */
  isOffset?: boolean;
}

export interface ReadStatement {
  format: StatementFormat;
  entries: ReadEntry[];
  /** Sentences for admins about what was left out. */
  notes: string[];
  /** True if its balances could not be checked: nothing is booked automatically. */
  isUnproven?: boolean;
}

export type ReadResult =
  | ({ ok: true } & ReadStatement)
  | {
      ok: false;
      /** One sentence for admins: the problem, the place and the way out. */
      reason: string;
      /** Mapping field that an admin has to choose; empty for the columns as a whole. Undefined for a file without columns. */
      mappingField?: string;
    };

/** Thrown by the readers for a file that cannot be read, with a sentence for admins. */
export class Unreadable extends Error {
  constructor(
    message: string,
    /** See `ReadResult`. */
    readonly mappingField?: string,
  ) {
    super(message);
  }
}

/** A row or entry that cannot be read, while the others of its file are imported. */
export interface Problem {
  /** For example 'Line 12' or 'Entry 12'. */
  place: string;
  message: string;
}

/** Returns notes on rows that were not imported, naming the first ones. */
export function problemNotes(problems: readonly Problem[]): string[] {
  const listed = problems
    .slice(0, listedProblems)
    .map(({ place, message }) => `${place} is not imported: ${message}.`);
  const more = problems.length - listed.length;
  return more > 0 ? [...listed, `${more} more are not imported.`] : listed;
}
