import { createContext, useContext } from 'react';

import type { ThreadFile, UploadedFile } from '~/contract/files/files-schema';

/** Matches picture types that every browser can display. */
const shownTypes = /^image\/(png|jpeg|gif|webp|avif)$/;
export const isPicture = ({ type }: Pick<UploadedFile, 'type'>): boolean => shownTypes.test(type);

/** A file in the viewer. */
export type ViewedFile = ThreadFile & { byAgency: boolean; requestId: number };

/**
 * Returns the previous version of a file: the newest earlier file of the agency in the same thread with the same name,
 * or else the last file before it for which the client requested changes.
 *
 * @param files files of the thread, in any order
 */
export function earlierRound<File extends ViewedFile>(
  file: ViewedFile,
  files: readonly File[],
): File | undefined {
  if (!file.byAgency) return undefined;
  const before = files
    .filter(
      (one) =>
        one.byAgency && one.requestId === file.requestId && one.id < file.id && isPicture(one),
    )
    .sort((one, other) => other.id - one.id);
  const name = file.name.toLowerCase();
  return (
    before.find((one) => one.name.toLowerCase() === name) ??
    (file.deliverable ? before.find(({ deliverable }) => deliverable === 'returned') : undefined)
  );
}

export type Decision = 'approved' | 'returned';

interface OpenViewer {
  /** Opens a picture in the viewer. */
  open(fileId: number): void;
  /**
   * Decisions that were made on this page or in its viewer since the page was opened. Both show
   * these decisions until the page is left.
   */
  decided: ReadonlyMap<number, Decision>;
  onDecided(fileId: number, decision: Decision): void;
}

/** Provides the page's viewer, if there is one. */
export const FileViewerContext = createContext<OpenViewer | undefined>(undefined);
export const useFileViewer = (file: UploadedFile): (() => void) | undefined => {
  const viewer = useContext(FileViewerContext);
  return viewer && isPicture(file) ? () => viewer.open(file.id) : undefined;
};
