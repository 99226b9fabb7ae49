import type { ImportKind } from '~/contract/content/content-types';

/** What a form sends of a field; left out where the file says nothing of it. */
export type FieldValue = string | number | boolean | string[] | null | undefined;

/** A row as it was read: the fields are as forms send them, and not checked yet. */
export interface Entry {
  place: number;
  kind: ImportKind;
  fields: Record<string, FieldValue>;
  /** Words that the slug is derived from, where no slug is given; else the title. */
  slugWords?: string;
  /** Why the entry cannot be imported. */
  problem?: string;
  /** Values as they were read, where they can be written in several ways. */
  read?: Record<string, string>;
  /** What to look at once it is imported. */
  note?: string;
  /** Pictures on another site, to be copied. */
  pictures?: Picture[];
}

/** A picture as the file writes it, and its whole URL. */
export interface Picture {
  written: string;
  url: string;
}

export interface ReadFile {
  entries: Entry[];
  /** What of the file is left out, and why. */
  notes: string[];
}

/** Lets other requests through between the parts of long work. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
