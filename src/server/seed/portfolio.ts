import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import portfolio from './samples/portfolio.json';

export type PortfolioSeed = Omit<PortfolioItem, 'id'>;

/** Portfolio items in the order of the site. Companies and figures are invented. */
export const seedPortfolio = portfolio as PortfolioSeed[];
