/** Legal texts: Markdown with variables. Each change creates a version. The rules are in legal-schema.ts. */

/** Mandatory pages. They show the default text until an owner replaces it. */
export const legalPages = ['privacy', 'terms', 'cookies'] as const;
export type LegalPageName = (typeof legalPages)[number];

/** Optional pages that an owner can publish. Each has a template to begin with. */
export const moreLegalPages = ['imprint', 'data-processing', 'accessibility'] as const;
export type MoreLegalPageName = (typeof moreLegalPages)[number];

export const allLegalPages = [...legalPages, ...moreLegalPages] as const;
export type AnyLegalPage = (typeof allLegalPages)[number];

export const isFixedLegalPage = (page: AnyLegalPage): page is LegalPageName =>
  legalPages.some((one) => one === page);

/**
 * Returns the path of a legal page. Pages that the specification names are directly below the root,
 * all others below /legal.
 */
export const legalPath = (page: AnyLegalPage, version?: number): string => {
  if (version !== undefined) return `/legal/${page}/${version}`;
  return isFixedLegalPage(page) ? `/${page}` : `/legal/${page}`;
};

export const legalTitleMax = 100;
export const legalTextMax = 60_000;
