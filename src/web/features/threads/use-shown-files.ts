import { useState } from 'react';

/** Number of files that are shown until the reader asks for all of them. */
const shownAtFirst = 6;

/** Returns the first files of a long list, until all are requested. `showAll` is undefined if all are shown. */
export function useShownFiles<File>(files: readonly File[]): {
  shown: readonly File[];
  showAll: (() => void) | undefined;
} {
  const [isAll, setAll] = useState(false);
  if (isAll || files.length <= shownAtFirst) return { shown: files, showAll: undefined };
  return { shown: files.slice(0, shownAtFirst), showAll: () => setAll(true) };
}
