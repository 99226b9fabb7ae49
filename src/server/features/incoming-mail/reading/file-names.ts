import { oneLine } from './clean-text';

const fileNameMax = 200;

/** Returns the last part of a path, without characters that are special for file systems or readers. */
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

/** Returns a file name for an attached email. */
export const nameOfMail = (subject: string): string =>
  fileNameOf(`${subject.replace(/[/\\]/g, '-').slice(0, 150) || 'mail'}.eml`);
