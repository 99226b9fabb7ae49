import { useState } from 'react';

/** Shown before all of them are asked for. */
const shownAtFirst = 6;

/** The first files of a long list until all are asked for. `showAll` is undefined where nothing is left out. */
export function useShownFiles<File>(files: readonly File[]): {
  shown: readonly File[];
  showAll: (() => void) | undefined;
} {
  const [isAll, setAll] = useState(false);
  if (isAll || files.length <= shownAtFirst) return { shown: files, showAll: undefined };
  return { shown: files.slice(0, shownAtFirst), showAll: () => setAll(true) };
}
