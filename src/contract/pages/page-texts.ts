import { aboutTexts } from './about-texts';
import { blogTexts } from './blog-texts';
import { careersTexts } from './careers-texts';
import { contactTexts } from './contact-texts';
import { homeTexts } from './home-texts';
import { invitationTexts } from './invitation-texts';
import { type PageKey, pages, type SearchedPage, searchTextsOf } from './pages';
import { portfolioTexts } from './portfolio-texts';
import { pricingTexts } from './pricing-texts';
import { servicesTexts } from './services-texts';

/** Its name and its search texts, which every page but the landing page has. */
const namesOf = (key: SearchedPage) => ({ label: pages[key].label, ...searchTextsOf(key) });

/**
 * Every text of a page that an agency can replace, with the default. Each page imports its own part, so that it carries no others:
 * nothing of a browser's code may import this.
 */
export const pageTexts = {
  home: { label: pages.home.label, ...homeTexts },
  services: { ...namesOf('services'), ...servicesTexts },
  about: { ...namesOf('about'), ...aboutTexts },
  portfolio: { ...namesOf('portfolio'), ...portfolioTexts, ...invitationTexts },
  blog: { ...namesOf('blog'), ...blogTexts },
  contact: { ...namesOf('contact'), ...contactTexts },
  pricing: { ...namesOf('pricing'), ...pricingTexts },
  careers: { ...namesOf('careers'), ...careersTexts },
} satisfies Record<PageKey, Record<string, string>>;
