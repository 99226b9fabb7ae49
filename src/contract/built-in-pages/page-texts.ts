import { aboutTexts } from './about-texts';
import { blogTexts } from './blog-texts';
import { builtInPages, type PageKey, type SearchedPage, searchTextsOf } from './built-in-pages';
import { careersTexts } from './careers-texts';
import { contactTexts } from './contact-texts';
import { homeTexts } from './home-texts';
import { invitationTexts } from './invitation-texts';
import { portfolioTexts } from './portfolio-texts';
import { pricingTexts } from './pricing-texts';
import { servicesTexts } from './services-texts';

/** Returns label and search texts. Every page except the landing page has them. */
const namesOf = (key: SearchedPage) => ({ label: builtInPages[key].label, ...searchTextsOf(key) });

/**
 * Default texts of pages, which an agency can replace. Each page imports its own texts: browser code must not import this
 * file.
 */
export const pageTexts = {
  home: { label: builtInPages.home.label, ...homeTexts },
  services: { ...namesOf('services'), ...servicesTexts },
  about: { ...namesOf('about'), ...aboutTexts },
  portfolio: { ...namesOf('portfolio'), ...portfolioTexts, ...invitationTexts },
  blog: { ...namesOf('blog'), ...blogTexts },
  contact: { ...namesOf('contact'), ...contactTexts },
  pricing: { ...namesOf('pricing'), ...pricingTexts },
  careers: { ...namesOf('careers'), ...careersTexts },
} satisfies Record<PageKey, Record<string, string>>;
