import { useSyncExternalStore } from 'react';

import { uploadPicture } from './upload-picture';

/** Returns the initial description of a picture: its file name, if that consists of words. */
const sampleText = 'description';

interface Upload {
  /** Text that replaces the placeholder; undefined during the upload, empty after a failure. */
  made?: string;
}

/**
 * Uploads by placeholder. They outlive the field that started them: if a block is closed during the upload, it has its
 * picture when it is opened again.
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

/** Renders the component again when the state of an upload changes. */
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

/** Returns the words of a file name, without additions by cameras and programs. */
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

/** Starts the upload of a picture. @returns its placeholder in the text, and the reason of a failure */
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

/** Returns whether a picture of the text is being uploaded. */
export const isUploading = (text: string): boolean =>
  (text.match(placeholders) ?? []).some(isUnderWay);

/**
 * Returns the first placeholder in the text that is no longer being uploaded, and its replacement: the picture, or an empty
 * text if the upload failed or was interrupted by a reload.
 */
export function settledIn(text: string): { from: number; to: number; insert: string } | undefined {
  for (const { 0: placeholder, index } of text.matchAll(placeholders)) {
    if (isUnderWay(placeholder)) continue;
    const insert = uploads.get(placeholder)?.made ?? '';
    return { from: index, to: index + placeholder.length, insert };
  }
  return undefined;
}
