/** Where the pages are that every site has: apart from their words, since every page asks for these alone. */
export const pagePaths = {
  home: '/',
  services: '/services',
  about: '/about',
  portfolio: '/portfolio',
  blog: '/blog',
  contact: '/contact',
  pricing: '/pricing',
  careers: '/careers',
};

export type PageKey = keyof typeof pagePaths;

/** The page that every site has at a path; undefined for others. */
export function pageAt(path: string): PageKey | undefined {
  const found = path.replace(/(?<=.)\/$/, '') || '/';
  return (Object.keys(pagePaths) as PageKey[]).find((key) => pagePaths[key] === found);
}
