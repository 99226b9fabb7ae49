import { oneLine } from './clean-text';

const fileNameMax = 200;

/** The last part of a path, without what a file system or a reader could take for something else. */
export function fileNameOf(written: string): string {
  const name = oneLine(written, 2_000)
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/[<>:"|?*]/g, '')
    .replace(/^[.\s]+/, '')
    .trim();
  if (!name || name.length <= fileNameMax) return name ?? '';
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return oneLine(name.slice(0, fileNameMax - ending.length), fileNameMax) + ending;
}

/** The name of a mail that is a file. */
export const nameOfMail = (subject: string): string =>
  fileNameOf(`${subject.replace(/[/\\]/g, '-').slice(0, 150) || 'mail'}.eml`);
