import { aboutTexts } from './about-texts';
import { blogTexts } from './blog-texts';
import { careersTexts } from './careers-texts';
import { contactTexts } from './contact-texts';
import { homeTexts } from './home-texts';
import { invitationTexts } from './invitation-texts';
import { type PageKey, pages } from './pages';
import { portfolioTexts } from './portfolio-texts';
import { pricingTexts } from './pricing-texts';
import { searchTexts } from './search-texts';
import { servicesTexts } from './services-texts';

const label = (key: PageKey) => ({ label: pages[key].label });

/**
 * Every text of a page that an agency can replace, with the default. Each page imports its own part, so that it carries no others:
 * nothing of a browser's code may import this.
 */
export const pageTexts = {
  home: { ...label('home'), ...homeTexts },
  services: { ...label('services'), ...servicesTexts, ...searchTexts.services },
  about: { ...label('about'), ...aboutTexts, ...searchTexts.about },
  portfolio: {
    ...label('portfolio'),
    ...portfolioTexts,
    ...invitationTexts,
    ...searchTexts.portfolio,
  },
  blog: { ...label('blog'), ...blogTexts, ...searchTexts.blog },
  contact: { ...label('contact'), ...contactTexts, ...searchTexts.contact },
  pricing: { ...label('pricing'), ...pricingTexts, ...searchTexts.pricing },
  careers: { ...label('careers'), ...careersTexts, ...searchTexts.careers },
} satisfies Record<PageKey, Record<string, string>>;
