import type { Email } from 'postal-mime';

import { cleanText, tidyText } from './clean-text';
import { type HtmlText, htmlToText, withoutMarks } from './html-text';

/** Maximum length of a text in characters, about that of a book. Longer texts are truncated, and the complete email is attached. */
const textMax = 500_000;
const linesMax = 20_000;

export interface MailTexts {
  hasHtml: boolean;
  /** Converts the HTML to text, with placeholders for pictures. */
  html(): HtmlText | undefined;
  /**
   * Removes the file names that some programs write in place of pictures.
   *
   * @param names names of the email's pictures
   */
  withoutPictureNames(names: string[]): string;
}

/** Maximum length of a plain text that can be a mere hint or logo instead of the whole text. */
const standInMax = 400;

/**
 * Returns the text of an email: its plain text, or the text of its HTML if the plain text lacks much of the HTML's
 * text.
 */
export function readTexts(email: Email, notes: string[]): MailTexts {
  const written = email.text ?? '';
  // Truncates the text before cleaning it, because each line takes memory, even a short one.
  const start = firstLines(written.slice(0, textMax), linesMax);
  const plain = withoutPgp(cleanText(start), notes);
  const source = email.html ?? (isHtml(plain) ? plain : undefined);
  let converted: HtmlText | undefined;
  const html = () => {
    if (source !== undefined) converted ??= htmlToText(source);
    return converted;
  };

  const readHtml = () => withoutMarks(html()?.text ?? '').trim();
  const isReplaced = isHtml(plain) || (plain.length <= standInMax && lacksWords(plain, readHtml()));
  const htmlText = isReplaced ? readHtml() : '';
  const text = htmlText ? tidyText(htmlText) : tidyText(plain, true);
  const fullText = firstLines(text.slice(0, textMax), linesMax);
  const isStartOnly = htmlText ? html()?.isCut : start.length < written.length;
  if (isStartOnly || fullText.length < text.length)
    notes.push('The text of this email is very long; its end is left out.');
  return {
    hasHtml: source !== undefined,
    html,
    withoutPictureNames: (names) => tidyText(withoutPictures(fullText, new Set(names)), true),
  };
}

function firstLines(text: string, max: number): string {
  let end = -1;
  for (let count = 0; count < max; count++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

const isHtml = (plain: string): boolean =>
  /^\s*<(?:!doctype html|html|head|body|div|p|meta)\b/i.test(plain.slice(0, 500));

const link = /https?:\/\/[^\s<>()]+/gi;
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;
const pictureNames = /\[(?:cid:|image: )[^\]\n]{1,200}\]/g;
const wordsIn = (text: string): string[] =>
  text.replace(link, ' ').toLowerCase().normalize('NFKC').match(word) ?? [];

/**
 * Returns whether a plain text lacks a third of the HTML's words, its links, or one of its numbers, such as a price.
 * Some programs write only a hint or a logo in the plain text.
 */
function lacksWords(plain: string, html: string): boolean {
  if (/https?:/i.test(html) && !/https?:|www\./i.test(plain)) return true;
  const known = new Set(wordsIn(plain.replace(pictureNames, '')));
  const words = wordsIn(html.replace(pictureNames, ''));
  const lacking = words.filter((one) => !known.has(one));
  return lacking.length * 3 > words.length || lacking.some((one) => /\p{Nd}{2}/u.test(one));
}

function withoutPictures(text: string, names: Set<string>): string {
  if (!/\[cid:|\[image: |\ufffc/.test(text)) return text;
  return text
    .replace(/\[cid:[^\]\s]{1,200}\]|\ufffc/g, '')
    .replace(/\[image: ([^\]\n]{1,200})\]/g, (written, name: string) =>
      names.has(name) ? '' : written,
    );
}

const pgp = (kind: string): string => `-----BEGIN PGP ${kind}-----`;

/** Returns the signed part of a text with an inline PGP signature, or the text around an encrypted part. */
function withoutPgp(text: string, notes: string[]): string {
  const encrypted = text.indexOf(pgp('MESSAGE'));
  if (encrypted >= 0) {
    notes.push('This email is encrypted with PGP and cannot be read here.');
    const end = text.indexOf('-----END PGP MESSAGE-----', encrypted);
    return text.slice(0, encrypted) + (end < 0 ? '' : text.slice(end + 25));
  }
  const signed = text.indexOf(pgp('SIGNED MESSAGE'));
  const signature = text.indexOf(pgp('SIGNATURE'), Math.max(0, signed));
  if (signed < 0 || signature < 0) return text;
  const body = text.indexOf('\n\n', signed);
  if (body < 0 || body > signature) return text;
  const end = text.indexOf('-----END PGP SIGNATURE-----', signature);
  const own = text.slice(body + 2, signature).replace(/^- /gm, '');
  return text.slice(0, signed) + own + (end < 0 ? '' : text.slice(end + 27));
}
