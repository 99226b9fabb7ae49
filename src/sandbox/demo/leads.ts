import type { MessageStatus } from '~/contract/leads/contact';
import type { QuoteSource } from '~/contract/leads/quote-sources';
import type { QuoteStatus } from '~/contract/leads/quote-statuses';

/** Recent leads of the sample agency. Days are counted back from today. */
interface DemoQuote {
  name: string;
  email: string;
  phone: string;
  company: string;
  country: string | null;
  /** Slug of the service. The lead gets the service's name. */
  service: string;
  budget: string;
  timeline: string;
  details: string;
  status: QuoteStatus;
  source: QuoteSource;
  daysAgo: number;
}

const quote = (
  [name, email, phone, company, country]: [string, string, string, string, string | null],
  [service, budget, timeline, source]: [string, string, string, QuoteSource],
  [status, daysAgo]: [QuoteStatus, number],
  details: string,
): DemoQuote => ({
  name,
  email,
  phone,
  company,
  country,
  service,
  budget,
  timeline,
  details,
  status,
  source,
  daysAgo,
});

export const demoQuotes: DemoQuote[] = [
  quote(
    ['Hannah Brandt', 'hannah@brandt-optik.example', '+49 30 901820', 'Brandt Optik', 'de'],
    ['online-store', '5000-10000', '2-3-months', 'service_page'],
    ['approved', 6],
    'Two shops, about 900 frames, and a register that can export its inventory as CSV. We want to sell frames online and have lenses fitted in the shop.',
  ),
  quote(
    ['Samuel Osei', 'samuel@osei-logistics.example', '+44 161 4960 118', 'Osei Logistics', 'uk'],
    ['web-application', 'over-10000', 'flexible', 'service_page'],
    ['pending', 0],
    'Drivers sign for deliveries on paper. We would like them to do it on their phone, also without a signal.',
  ),
  quote(
    ['Claire Dubois', 'claire@atelier-dubois.example', '+33 1 99 00 12 45', '', 'fr'],
    ['brand-identity', '2500-5000', '1-month', 'home'],
    ['contacted', 3],
    'Service: Design Services. Country: France.',
  ),
  quote(
    [
      'Jonah Whitfield',
      'jonah@whitfield-roasters.example',
      '+1 555 010 0188',
      'Whitfield Roasters',
      'us',
    ],
    ['online-store', '5000-10000', '2-3-months', 'service_page'],
    ['approved', 36],
    'Coffee beans by subscription, every two or four weeks. About 300 customers by email today.',
  ),
  quote(
    ['Nora Petersen', 'nora@petersen-klinik.example', '+49 40 5550142', 'Klinik Petersen', 'de'],
    ['accessibility-audit', '1000-2500', 'asap', 'service_page'],
    ['approved', 76],
    'Our insurer asks for a report on the accessibility of our site. Eleven pages and a booking form.',
  ),
  quote(
    ['Liam Gallagher', 'liam@harbourbikes.example', '+61 2 5550 1234', 'Harbour Bikes', 'au'],
    ['search-marketing', '1000-2500', 'flexible', 'home'],
    ['contacted', 22],
    'Service: Digital Marketing. Country: Australia.',
  ),
  quote(
    ['Ananya Gupta', 'ananya@guptatextiles.example', '+91 22 5550 0142', 'Gupta Textiles', 'in'],
    ['marketing-website', '2500-5000', '1-month', 'service_page'],
    ['rejected', 29],
    'A site like our competitor’s, at half the price, in one week.',
  ),
  quote(
    ['Priya Raman', 'priya@ramanlegal.example', '+1 555 010 0123', 'Raman Legal', 'us'],
    ['web-application', 'over-10000', '2-3-months', 'service_page'],
    ['approved', 66],
    'Client intake: what the front desk asks on the phone, as a form with a conflict check.',
  ),
  quote(
    ['Felix Moreau', 'felix@moreau-vins.example', '+33 5 99 00 31 10', 'Moreau & Fils', 'fr'],
    ['email-campaigns', '1000-2500', '1-2-weeks', 'home'],
    ['contacted', 37],
    'Service: Digital Marketing. Country: France.',
  ),
  quote(
    ['Grace Liu', 'grace@northlight.example', '+1 604 555 0199', 'Northlight Dental', 'ca'],
    ['marketing-website', '5000-10000', '2-3-months', 'service_page'],
    ['approved', 51],
    'Three practices under one roof. People look for the hours, the team and a way to book; the rest is ours to cut.',
  ),
  quote(
    ['Omar Haddad', 'omar@haddad-tiles.example', '+44 20 7946 0733', '', 'uk'],
    ['website-care', 'under-1000', 'asap', 'home'],
    ['rejected', 58],
    'Service: Web Development. Country: United Kingdom.',
  ),
];

interface DemoMessage {
  firstName: string;
  lastName: string;
  email: string;
  service: string;
  subject: string;
  message: string;
  status: MessageStatus;
  daysAgo: number;
}

export const demoMessages: DemoMessage[] = [
  {
    firstName: 'Ingrid',
    lastName: 'Solberg',
    email: 'ingrid@solberg-arkitekter.example',
    service: 'website',
    subject: '',
    message:
      'We read your piece on what a website costs and would like to talk. Could someone call us for twenty minutes next week?',
    status: 'unread',
    daysAgo: 0,
  },
  {
    firstName: 'Maren',
    lastName: 'Okafor',
    email: 'maren@skerrow-ferries.example',
    service: 'website',
    subject: 'Support request',
    message:
      'The confirmation page was slow on Saturday between ten and eleven. Did you see it too?',
    status: 'replied',
    daysAgo: 5,
  },
  {
    firstName: 'Daniel',
    lastName: 'Reyes',
    email: 'daniel@reyes-bakery.example',
    service: 'social-media',
    subject: '',
    message: 'Do you also take the photos, or do we have to send them?',
    status: 'read',
    daysAgo: 8,
  },
  {
    firstName: 'Sofia',
    lastName: 'Marin',
    email: 'sofia@marin-yachts.example',
    service: 'complete-package',
    subject: 'Custom pricing',
    message:
      'Four sites, three languages, one team. None of the plans is quite right; could you make us an offer for the year?',
    status: 'unread',
    daysAgo: 1,
  },
  {
    firstName: 'Peter',
    lastName: 'Hale',
    email: 'peter.hale@example.com',
    service: 'business-strategy',
    subject: 'Working with you',
    message: 'I have written front ends for nine years and would like to work three days a week.',
    status: 'replied',
    daysAgo: 24,
  },
];
