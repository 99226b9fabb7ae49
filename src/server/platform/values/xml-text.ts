/** Removes characters that XML cannot represent: one of them would make a whole file unreadable. */
export const xmlText = (text: string): string =>
  text.toWellFormed().replaceAll(/(?![\t\n\r\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu, '');
