import { createContext, useContext } from 'react';

import type { ThreadFile, UploadedFile } from '~/contract/files/files-schema';

/** Pictures that every browser shows. */
const shownTypes = /^image\/(png|jpeg|gif|webp|avif)$/;
export const isPicture = ({ type }: Pick<UploadedFile, 'type'>): boolean => shownTypes.test(type);

/** A file as the viewer shows it. */
export type ViewedFile = ThreadFile & { byAgency: boolean; requestId: number };

/**
 * The round before a file: the newest earlier file of the agency in the same thread with the same name, else the one that was
 * returned last before it.
 *
 * @param files those of the thread, in any order
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

interface Viewer {
  /** Opens a picture large. */
  open(fileId: number): void;
  /** What was decided since the page was opened, on the page or in the viewer: both go on showing it. */
  decided: ReadonlyMap<number, Decision>;
  onDecided(fileId: number, decision: Decision): void;
}

/** The viewer of the page, where it has one. */
export const ViewerContext = createContext<Viewer | undefined>(undefined);
export const useViewerOf = (file: UploadedFile): (() => void) | undefined => {
  const viewer = useContext(ViewerContext);
  return viewer && isPicture(file) ? () => viewer.open(file.id) : undefined;
};
