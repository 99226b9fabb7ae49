import type { PageKey } from '~/contract/built-in-pages/built-in-pages';
import type { PageText } from '~/server/platform/db/schema/pages';

/**
 * Settings that are texts of a single page. The page's versions contain them, by language. The setting `pages`, which
 * contains texts of every page, is stored in the same way.
 */
export const textPages = {
  hero: 'home',
  reasons: 'home',
  about: 'about',
  careers: 'careers',
  questions: 'pricing',
} as const satisfies Partial<Record<PageText, PageKey>>;

export type PageTextSetting = keyof typeof textPages | 'pages';

/** Returns whether a setting is stored in the versions of pages. */
export const isPageText = (key: string): key is PageTextSetting =>
  key === 'pages' || Object.hasOwn(textPages, key);

/** Returns the texts of pages in the form of settings. */
export function textSettings(
  versions: readonly { page: PageKey; texts: Partial<Record<PageText, unknown>> }[],
): { key: string; value: unknown }[] {
  const words: [PageKey, unknown][] = [];
  const found: { key: string; value: unknown }[] = [];
  for (const { page, texts } of versions) {
    for (const [key, value] of Object.entries(texts)) {
      if (key === 'words') words.push([page, value]);
      else found.push({ key, value });
    }
  }
  return [...found, { key: 'pages', value: Object.fromEntries(words) }];
}
