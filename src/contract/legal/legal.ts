/** Legal texts: Markdown with variables; each change is a version. The rules are in legal-schema.ts. */

/** Mandatory pages. Until an owner writes other texts, they have the product's. */
export const legalPages = ['privacy', 'terms', 'cookies'] as const;
export type LegalPageName = (typeof legalPages)[number];

/** Optional pages that an owner can publish; each begins with a template. */
export const moreLegalPages = ['imprint', 'data-processing', 'accessibility'] as const;
export type MoreLegalPageName = (typeof moreLegalPages)[number];

export const allLegalPages = [...legalPages, ...moreLegalPages] as const;
export type AnyLegalPage = (typeof allLegalPages)[number];

export const isFixedLegalPage = (page: AnyLegalPage): page is LegalPageName =>
  legalPages.some((one) => one === page);

/** Returns the path of a page: at the root for the specification's pages, below /legal for others. */
export const legalPath = (page: AnyLegalPage, version?: number): string => {
  if (version !== undefined) return `/legal/${page}/${version}`;
  return isFixedLegalPage(page) ? `/${page}` : `/legal/${page}`;
};

export const legalTitleMax = 100;
export const legalTextMax = 60_000;
