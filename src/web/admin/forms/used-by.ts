import type { FormUse } from '~/contract/forms/forms-schema';

/** Formats the uses of a form, such as 'Shown on /winter-offer; brief of Marketing Website'; empty if it is unused. */
export function usedWords(uses: readonly FormUse[]): string {
  const named = (by: FormUse['by'], placeOf: (use: FormUse) => string) =>
    uses
      .filter((use) => use.by === by)
      .map((use) => (use.isPublic ? placeOf(use) : `${placeOf(use)} (not public)`))
      .join(', ');
  const pages = named('page', ({ path }) => path);
  const services = named('service', ({ name }) => name);
  const words = [pages && `shown on ${pages}`, services && `brief of ${services}`]
    .filter(Boolean)
    .join('; ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
