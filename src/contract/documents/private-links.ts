/** Whether a path is that of a page behind a private link. What follows the first segment is a token, and its case matters. */
export const isPrivateLink = (path: string): boolean =>
  /^\/+(invoices|proposals)\/+[^/?]/i.test(path);
