import {
  builtInPages,
  fillPlaceholders,
  footerLabelOf,
  footerPages,
  type Navigation,
  type PageKey,
} from '~/contract/built-in-pages/built-in-pages';
import type { ChangedTexts, SiteLinks } from '~/contract/built-in-pages/built-in-pages-schema';
import { pageSections, sectionsOf } from '~/contract/built-in-pages/page-sections';

/**
 * Returns the links that every page has: in the agency's order, with its labels, and without hidden pages.
 *
 * @param versions the agency's changes to built-in pages: hidden sections, and added blocks
 */
export function linksOf(
  { bar, hidden }: Navigation,
  texts: ChangedTexts | undefined,
  versions: readonly { page: PageKey; hidden: readonly string[]; hasBlocks: boolean }[],
): SiteLinks {
  const sections = pageSections.filter((name) => versions.some((one) => one.hidden.includes(name)));
  const extended = versions.filter(({ hasBlocks }) => hasBlocks);
  const isShown = (key: PageKey) => !hidden.some((one) => one === key);
  const linkTo = (key: PageKey, label: string) => ({
    to: builtInPages[key].path,
    label: texts?.[key]?.label || label,
  });
  return {
    bar: bar.filter(isShown).map((key) => linkTo(key, builtInPages[key].label)),
    footer: footerPages.filter(isShown).map((key) => linkTo(key, footerLabelOf(key))),
    ...(hidden.length + sections.length > 0 && { hidden: [...hidden, ...sections] }),
    ...(extended.length > 0 && {
      extended: Object.fromEntries(extended.map(({ page }) => [builtInPages[page].path, page])),
    }),
  };
}

/**
 * Window widths in rem, each with the pixels available for the bar's links and with the gap between links: see
 * `nav-bar.module.css`.
 */
const barWidths = [
  { wide: undefined, room: 880, gap: 20 },
  { wide: '78', room: 1168, gap: 25 },
  { wide: '90', room: 1240, gap: 29 },
] as const;

/**
 * Returns the window width from which the links of the bar fit next to the brand, estimated from their number of
 * characters. Narrower windows show the links in the mobile menu, because they would otherwise wrap to a second line or
 * within words.
 *
 * @param name of the agency
 */
export function barWidthOf(name: string, links: SiteLinks['bar']): SiteLinks['wide'] {
  // Includes the additional link that clients have.
  const labels = [...links.map(({ label }) => label), 'Dashboard'];
  const letters = labels.join('').length * 8.4 + name.length * 10.7;
  // Width of the mark, the theme switch, the sign-in link, and the gaps between them.
  const rest = 215;
  const fitting = barWidths.find(
    ({ room, gap }) => rest + letters + gap * (labels.length - 1) <= room,
  );
  return fitting ? fitting.wide : 'none';
}

/** Adds the custom pages after the built-in ones. */
export const withCustomPages = (
  links: SiteLinks,
  own: Pick<SiteLinks, 'bar' | 'footer'>,
): SiteLinks => ({
  ...links,
  bar: [...links.bar, ...own.bar],
  footer: [...links.footer, ...own.footer],
});

/**
 * Returns the agency's texts as pages show them in place of the defaults; undefined if there are none. Ignores empty
 * texts.
 */
export function shownTexts(
  changed: ChangedTexts,
  values: Parameters<typeof fillPlaceholders>[1],
): ChangedTexts | undefined {
  const shown = Object.entries(changed).map(([page, texts]) => {
    const filled = Object.entries(texts)
      .filter(([, text]) => text)
      .map(([name, text]) => [name, fillPlaceholders(text, values)]);
    return [page, Object.fromEntries(filled)] as const;
  });
  const kept = shown.filter(([, texts]) => Object.keys(texts).length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Returns the hidden pages and sections, except for the sections of one page. */
export const withoutSectionsOf = (page: PageKey, hidden: SiteLinks['hidden'] = []) =>
  hidden.filter((name) => !sectionsOf(page).some(([section]) => section === name));
