import {
  neutralSales,
  type ResponseTimes,
  type SalesSettings,
  type Seller,
} from '~/contract/settings/sales-settings-schema';
import type {
  Brand,
  ContactDetails,
  Hero,
  Question,
  Reason,
  SocialLink,
} from '~/contract/settings/settings';
import type { About, Careers, Retention } from '~/contract/settings/settings-schema';
import { seedAbout } from './about';
import { seedCareers } from './careers';
import { seedQuestions } from './questions';

export interface SeedSettings {
  brand: Brand;
  contact: ContactDetails;
  social: SocialLink[];
  reasons: Reason[];
  hero: Hero;
  about: About;
  careers: Careers;
  questions: Question[];
  retention: Retention;
  seller: Seller;
  sales: SalesSettings;
  responseTimes: ResponseTimes;
}

export const seedSettings: SeedSettings = {
  brand: {
    name: 'Kestrel',
    tagline: 'Websites and digital work, done with care and priced in public.',
    description:
      'Kestrel is a digital studio that designs, builds and looks after websites, shops and campaigns. Fixed prices, weekly demos, and code you own.',
    legalName: 'Kestrel Digital Studio LLC',
    foundedYear: 2020,
  },
  contact: {
    email: 'hello@kestrel.example',
    phone: '+1 (555) 010-0142',
    address: [
      'Kestrel Digital Studio',
      '48 Ropewalk Lane, second floor',
      'Harbour Point, MA 01930',
    ],
    hours: 'Monday to Friday, 9:00 to 18:00. Emergencies: 24/7.',
  },
  social: [
    { label: 'LinkedIn', url: 'https://linkedin.example/kestrel' },
    { label: 'Instagram', url: 'https://instagram.example/kestrel' },
    { label: 'Mastodon', url: 'https://mastodon.example/@kestrel' },
    { label: 'GitHub', url: 'https://github.example/kestrel' },
  ],
  reasons: [
    {
      title: 'The price is on the page',
      text: 'Every service lists its starting price and what’s included. The quote you sign is the invoice you get: if we misjudge the hours, we pay for the mistake.',
    },
    {
      title: 'A demo every Friday',
      text: 'From the first week you have a link that opens on your own phone. You see the work for thirty minutes every week, while changes are still cheap.',
    },
    {
      title: 'You talk to the people who build it',
      text: 'One designer and one engineer take your project from first call to launch. Between you and them there is no account manager and no ticket queue.',
    },
    {
      title: 'You can leave with everything',
      text: 'Code, designs, domain and accounts are in your name from day one. The handover notes are written for whoever comes after us, and we test them on somebody new.',
    },
  ],
  hero: {
    title: 'We hover, we look hard, then we build.',
    subtitle: 'Kestrel is a digital studio for websites, shops and the work around them.',
  },
  about: seedAbout,
  careers: seedCareers,
  questions: seedQuestions,
  retention: { usageDataMonths: 24, supportMonths: 36, accountingYears: 10, privacyReplyDays: 30 },
  seller: {
    name: 'Kestrel Digital Studio LLC',
    address: ['48 Ropewalk Lane, second floor'],
    city: 'Harbour Point, MA',
    postcode: '01930',
    country: 'US',
    taxNumber: '00-0000000',
    registrationNumber: '',
    vatNumber: '',
    contact: { name: '', phone: '', email: '' },
    electronicAddress: null,
    accountHolder: 'Kestrel Digital Studio LLC',
    iban: '',
    bic: '',
    // Account numbers that no bank has assigned.
    paymentDetails: [
      'Bank: First Harbour Bank',
      'Routing number (ABA): 110000000',
      'Account number: 000123456789',
    ],
  },
  sales: {
    ...neutralSales,
    terms:
      'The price is fixed: if we misjudge the hours, we pay for the mistake.\n\n- You see the work every Friday, on your own phone.\n- Code, designs and accounts are yours from day one.\n- Either side can stop at the end of a month; you pay for the work done by then.',
  },
  responseTimes: {
    answerHours: 9,
    from: '09:00',
    to: '18:00',
    workingDays: [1, 2, 3, 4, 5],
    timeZone: 'UTC',
    holidays: [],
    showMeasured: false,
  },
};

const { hero, reasons, about, careers, questions, ...otherSettings } = seedSettings;

/** Settings that are stored in page versions. */
export const seedPageTexts = {
  home: { hero, reasons },
  about: { about },
  careers: { careers },
  pricing: { questions },
} as const;

/** Settings that are stored as settings, not in page versions. */
export const seedStoredSettings = otherSettings;
