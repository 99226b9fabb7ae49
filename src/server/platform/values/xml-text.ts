/** Removes characters that XML cannot represent, because a single one would make the whole file unreadable. */
export const xmlText = (text: string): string =>
  text.toWellFormed().replaceAll(/(?![\t\n\r\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu, '');
