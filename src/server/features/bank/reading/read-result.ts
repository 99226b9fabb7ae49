import { listedProblems, type StatementFormat } from '~/contract/bank/bank';

/** A movement of an account, the same for all formats. */
export interface ReadEntry {
  /** Of the account: its IBAN, else what the bank calls it. */
  account: string;
  /** Such as 'entry 12' or 'line 12': where it stands in the file. */
  place: string;
  /** ISO dates. */
  bookedOn: string;
  valueOn: string;
  /** In cents, above 0. */
  cents: number;
  currency: string;
  /** Whether money came in. */
  isCredit: boolean;
  /** The bank says that it takes an earlier entry back. */
  isReturn: boolean;
  /** Why, in the bank's words or by its code; empty where it says nothing. */
  returnReason: string;
  /** The other side. */
  name: string;
  iban: string;
  /** What its writer wrote, with the structured reference where there is one. */
  reference: string;
  endToEndId: string;
  /** The bank's own reference of the entry; empty where it gives none. */
  bankReference: string;
}

export interface ReadStatement {
  format: StatementFormat;
  entries: ReadEntry[];
  /** What was left out, in sentences for people. */
  notes: string[];
  /** Its balances could not be checked, since amounts are missing: nothing of it is booked without a person. */
  isUnproven?: boolean;
}

export type ReadResult =
  | ({ ok: true } & ReadStatement)
  | {
      ok: false;
      /** One sentence for people: what is wrong, where, and what to do. */
      reason: string;
      /** Field of the mapping that a person has to choose; empty if it is the columns as a whole. Undefined for a file without columns. */
      mappingField?: string;
    };

/** Thrown by the readers: a file that cannot be read, with a sentence for people. */
export class Unreadable extends Error {
  constructor(
    message: string,
    /** As in `ReadResult`. */
    readonly mappingField?: string,
  ) {
    super(message);
  }
}

/** A row or entry that cannot be read, while the others of its file are imported. */
export interface Problem {
  /** Such as 'Line 12' or 'Entry 12'. */
  place: string;
  message: string;
}

/** Notes on rows that were not imported, the first ones one by one. */
export function problemNotes(problems: readonly Problem[]): string[] {
  const listed = problems
    .slice(0, listedProblems)
    .map(({ place, message }) => `${place} is not imported: ${message}.`);
  const more = problems.length - listed.length;
  return more > 0 ? [...listed, `${more} more are not imported.`] : listed;
}
