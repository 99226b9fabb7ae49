/** Legal texts: Markdown with variables, of which each change is a version. The rules are in legal-schema.ts. */

/** Those that every site has. Until an owner writes others, their texts are the product's. */
export const legalPages = ['privacy', 'terms', 'cookies'] as const;
export type LegalPageName = (typeof legalPages)[number];

/** Those that a site has once an owner publishes them; each begins with a template. */
export const moreLegalPages = ['imprint', 'data-processing', 'accessibility'] as const;
export type MoreLegalPageName = (typeof moreLegalPages)[number];

export const allLegalPages = [...legalPages, ...moreLegalPages] as const;
export type AnyLegalPage = (typeof allLegalPages)[number];

export const isFixedLegalPage = (page: AnyLegalPage): page is LegalPageName =>
  legalPages.some((one) => one === page);

/** Where it is read: the specification's pages at the root, the others below /legal. */
export const legalPath = (page: AnyLegalPage, version?: number): string => {
  if (version !== undefined) return `/legal/${page}/${version}`;
  return isFixedLegalPage(page) ? `/${page}` : `/legal/${page}`;
};

export const legalTitleMax = 100;
export const legalTextMax = 60_000;
