import { listedProblems, type StatementFormat } from '~/contract/bank/bank';

/** A booking on an account, in a form that is the same for all file formats. */
export interface ReadEntry {
  /** IBAN of the account, or else the bank's name for it. */
  account: string;
  /** Place in the file, such as 'entry 12' or 'line 12'. */
  place: string;
  /** ISO dates. */
  bookedOn: string;
  valueOn: string;
  /** Amount in cents, above 0. */
  cents: number;
  currency: string;
  /** True for a credit, false for a debit. */
  isCredit: boolean;
  /** True if the bank marks the entry as a return of an earlier one. */
  isReturn: boolean;
  /** Reason for a return, in the bank's words or as its code; empty if not given. */
  returnReason: string;
  /** Name of the other party. */
  name: string;
  iban: string;
  /** Payment reference, including the structured one if there is one. */
  reference: string;
  endToEndId: string;
  /** The bank's own reference of the entry; empty if there is none. */
  bankReference: string;
  /**
   * True if other entries cancel the entry out, so that the balances do not prove that it is real. Such entries are not
   * booked automatically.
   */
  isOffset?: boolean;
}

export interface ReadStatement {
  format: StatementFormat;
  entries: ReadEntry[];
  /** Sentences for admins about parts of the file that were not imported. */
  notes: string[];
  /** Note on the first row that is not imported because of an unknown word, and the mapping field of its column. */
  unknownWord?: { field: string; message: string };
  /** True if the balances of the statement could not be checked. The entries are then not booked automatically. */
  isUnproven?: boolean;
}

export type ReadResult =
  | ({ ok: true } & ReadStatement)
  | {
      ok: false;
      /** Sentence for admins: the problem, the place, and what to do. */
      reason: string;
      /**
       * Mapping field that an admin has to choose; empty if the columns as a whole are wrong. Undefined for a file without
       * columns.
       */
      mappingField?: string;
    };

/** Thrown by the readers for a file that cannot be read, with a sentence for admins. */
export class Unreadable extends Error {
  constructor(
    message: string,
    /** Mapping field that an admin has to choose, as in `ReadResult`. */
    readonly mappingField?: string,
  ) {
    super(message);
  }
}

/** A row or entry that cannot be read. The others of the file are imported. */
export interface Problem {
  /** Place in the file, such as 'Line 12' or 'Entry 12'. */
  place: string;
  message: string;
}

/** Returns notes about rows that were not imported, with the places of the first ones. */
export function problemNotes(problems: readonly Problem[]): string[] {
  const listed = problems
    .slice(0, listedProblems)
    .map(({ place, message }) => `${place} is not imported: ${message}.`);
  const more = problems.length - listed.length;
  return more > 0 ? [...listed, `${more} more are not imported.`] : listed;
}
