import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconPhoto,
  IconTable,
  IconTypography,
  IconVideo,
} from '~/web/ui/icons';

const kinds: [pattern: RegExp, icon: typeof IconFile, name: string][] = [
  [/^image\//, IconPhoto, 'Picture'],
  [/^video\//, IconVideo, 'Video'],
  [/^font\//, IconTypography, 'Font'],
  [/pdf$/, IconFileTypePdf, 'PDF'],
  [/csv$|sheet|excel/, IconTable, 'Table'],
  [/zip$/, IconFileZip, 'ZIP'],
  [/presentation|powerpoint/, IconFileText, 'Slides'],
  [/^text\/|word|rtf|opendocument/, IconFileText, 'Text'],
];

const kindOf = (type: string) => kinds.find(([pattern]) => pattern.test(type));

/** Returns a short word for the type of a file. */
export const typeName = (type: string): string => kindOf(type)?.[2] ?? 'File';

export function FileIcon({ type }: { type: string }) {
  const Icon = kindOf(type)?.[1] ?? IconFile;
  return <Icon size={20} stroke={1.6} aria-hidden="true" />;
}
