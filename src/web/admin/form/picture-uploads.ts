import { useSyncExternalStore } from 'react';

import { uploadPicture } from './upload-picture';

/** How a file of a text is described until its author does: by its name, where that is made of words. */
const sampleText = 'description';

interface Upload {
  /** What takes the place of the placeholder; undefined while the file is on its way, empty where it failed. */
  made?: string;
}

/**
 * Uploads by their placeholders. They outlive the field that began them: a block that is folded meanwhile finds its picture when it is
 * opened.
 */
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();
let version = 0;

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

const placeholders = /!\[Uploading [^[\]\n]*…\]\(\)/g;

function isUnderWay(placeholder: string): boolean {
  const upload = uploads.get(placeholder);
  return upload !== undefined && upload.made === undefined;
}

/** Draws anew when the state of an upload changes. */
export function useUploadsVersion(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
    () => version,
  );
}

/** The words of a file's name, without what cameras and programs add to it. */
function describe(fileName: string): string {
  const words = fileName
    .replace(/\.\w+$/, '')
    .replace(/[\d_\-[\]()]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const isOfMachine =
    /^(img|dsc|dscn|pxl|image|screenshot|photo|picture|bildschirmfoto)?\b.{0,3}$/i;
  return isOfMachine.test(words) ? sampleText : words.slice(0, 120);
}

/**
 * Begins the upload of a picture.
 * @returns what stands in the text until it is there, and when it failed, why
 */
export function beginUpload(file: File): {
  placeholder: string;
  failure: Promise<string | undefined>;
} {
  const name = file.name.replace(/[[\]\n]/g, ' ').slice(0, 80) || 'picture';
  let placeholder = `![Uploading ${name}…]()`;
  for (let next = 2; uploads.has(placeholder); next++)
    placeholder = `![Uploading ${name} ${next}…]()`;
  uploads.set(placeholder, {});
  const finish = (made: string) => {
    uploads.set(placeholder, { made });
    changed();
  };
  const failure = uploadPicture(file).then(
    (url) => {
      finish(`![${describe(file.name)}](${url})`);
      return undefined;
    },
    (error: unknown) => {
      finish('');
      return (error as Error).message;
    },
  );
  changed();
  return { placeholder, failure };
}

/** Whether a picture of the text is on its way. */
export const isUploading = (text: string): boolean =>
  (text.match(placeholders) ?? []).some(isUnderWay);

/**
 * The first placeholder of the text that is not on its way, and what it becomes: the picture, or nothing where the upload failed or was
 * cut off by a reload.
 */
export function settledIn(text: string): { from: number; to: number; insert: string } | undefined {
  for (const { 0: placeholder, index } of text.matchAll(placeholders)) {
    if (isUnderWay(placeholder)) continue;
    const insert = uploads.get(placeholder)?.made ?? '';
    return { from: index, to: index + placeholder.length, insert };
  }
  return undefined;
}
