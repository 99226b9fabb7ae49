import type { PostCategory } from '~/contract/blog/blog';
import type { ImportKind } from '~/contract/content/content-types';

/** Value of a field, in the format of forms; omitted if the file has none. */
export type FieldValue = string | number | boolean | string[] | null | undefined;

/** A row as it was read. Fields have the format of forms, and are not validated yet. */
export interface Entry {
  place: number;
  kind: ImportKind;
  fields: Record<string, FieldValue>;
  /** Words from which the slug is derived if none is given. Defaults to the title. */
  slugWords?: string;
  /** Reason why the entry cannot be imported. */
  problem?: string;
  /** Values as they were understood, for fields that can be written in several ways. */
  read?: Record<string, string>;
  /** Description of what the admin should check after the import. */
  note?: string;
  /** Categories of a post that the blog does not have, if it has no others; [''] if it has none. */
  unknownCategories?: string[];
  /** Pictures on another site, which must be copied. */
  pictures?: Picture[];
}

/** A picture: its URL as written in the file, and the complete URL. */
export interface Picture {
  written: string;
  url: string;
}

/** Settings with which a file is read. */
export interface FileDefaults {
  /** Time zone of times without an offset. */
  timeZone: string;
  /** Currency of the site's prices. */
  currency: string;
  /** Category of posts whose own categories the blog does not have. They become drafts without it. */
  category?: PostCategory | undefined;
}

export interface ReadFile {
  entries: Entry[];
  /** Parts of the file that are not imported, with the reasons. */
  notes: string[];
}

/** Lets other requests run between two parts of a long task. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
