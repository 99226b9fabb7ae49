import type { ImportKind } from '~/contract/content/content-types';

/** Value that a form sends for a field; omitted if the file has none. */
export type FieldValue = string | number | boolean | string[] | null | undefined;

/** A row as read: the fields have the format of forms, and are not validated yet. */
export interface Entry {
  place: number;
  kind: ImportKind;
  fields: Record<string, FieldValue>;
  /** Words to derive the slug from without a given one; defaults to the title. */
  slugWords?: string;
  /** Reason why the entry cannot be imported. */
  problem?: string;
  /** Values as read, if they can be written in several ways. */
  read?: Record<string, string>;
  /** Advice on what to check after the import. */
  note?: string;
  /** Pictures on another site, to be copied. */
  pictures?: Picture[];
}

/** A picture as written in the file, and its complete URL. */
export interface Picture {
  written: string;
  url: string;
}

/** Settings by which a file is read. */
export interface FileDefaults {
  /** Time zone of times without an offset. */
  timeZone: string;
  /** Currency of the site's prices. */
  currency: string;
}

export interface ReadFile {
  entries: Entry[];
  /** Parts of the file that are left out, with the reasons. */
  notes: string[];
}

/** Lets other requests run between the parts of long work. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
