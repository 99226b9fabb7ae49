import { notFound } from '@tanstack/react-router';

import {
  builtInPages,
  fillPlaceholders,
  type HideablePage,
  type SearchedPage,
  searchTextsOf,
} from '~/contract/built-in-pages/built-in-pages';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import type { PageHead } from './head';

/**
 * Checks that the agency shows a page. Loaders of the page, and of all pages below it, call this.
 *
 * @throws notFound if the page is hidden
 */
export function requirePage(settings: PublicSettings, page: HideablePage): void {
  if (settings.links.hidden?.includes(page)) throw notFound();
}

/**
 * Returns the search texts of a page from the agency's settings, for a loader.
 *
 * @param lead description for a page without a search description
 */
export function searchHead(settings: PublicSettings, page: SearchedPage, lead = ''): PageHead {
  const siteName = settings.brand.name;
  const texts = { ...searchTextsOf(page), ...settings.pages?.[page] };
  const values = { '{agency}': siteName, '{answer time}': settings.answerWithin };
  return {
    title: `${fillPlaceholders(texts.searchTitle, values)} | ${siteName}`,
    description: fillPlaceholders(texts.searchText, values) || lead,
    path: builtInPages[page].path,
    siteName,
  };
}
