/** An address as it may stand in a header: one, bare, nothing quoted, nothing that ends it. */
const bareAddress = /^[^\s<>()[\],;:"\\\p{Cc}]{1,64}@[^\s<>()[\],;:"\\@\p{Cc}]{1,255}$/u;

/** @throws where a header would hold more than was meant for it */
export function checkHeaders(mail: {
  to: string;
  replyTo?: string | undefined;
  subject: string;
}): void {
  for (const address of [mail.to, mail.replyTo]) {
    if (address !== undefined && !bareAddress.test(address)) {
      throw new Error('a mail would go to what is not one bare address');
    }
  }
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(mail.subject)) {
    throw new Error('a mail header would hold more than one line');
  }
}

/** On one line, whatever was entered. */
export const oneLine = (text: string): string =>
  text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
