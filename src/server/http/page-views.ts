/**
 * Returns whether a request was for a page that a person will see. Excludes HEAD requests and prefetches. Includes
 * revalidations by a browser that already has the page.
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
