/**
 * Whether a request was for a page that a person is to see: not for its headers alone, and not ahead of a visit that may never come. A
 * browser that has the page already sees it as well.
 */
export function isPageView(
  method: string | undefined,
  status: number,
  header: (name: string) => string | string[] | undefined,
): boolean {
  return (
    method === 'GET' &&
    (status === 200 || status === 304) &&
    header('sec-purpose') === undefined &&
    header('purpose') === undefined
  );
}
