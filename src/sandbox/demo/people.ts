import type { CompanyRight } from '~/contract/companies/companies';
import type { RequestStatus } from '~/contract/requests/requests';

/** What the sample agency's clients asked for, and how far it is. Days are counted back from today. */
interface DemoRequest {
  title: string;
  description: string;
  /** The slug of what it is about. */
  service: string;
  status: RequestStatus;
  daysAgo: number;
  /** What the agency wrote about it. */
  note?: string;
  /** Days from today. */
  dueIn?: number;
}

export interface DemoClient {
  firstName: string;
  lastName: string;
  email: string;
  daysAgo: number;
  /** The plan's name; how often it has been renewed. */
  plan?: { name: string; cycle: 'monthly' | 'yearly'; renewals: number };
  requests: DemoRequest[];
}

/** A business of which several of the clients are. */
export interface DemoCompany {
  name: string;
  vatNumber: string;
  address: string;
  postcode: string;
  city: string;
  country: string;
  email: string;
  buyerReference: string;
  notes: string;
  members: { email: string; rights: CompanyRight[]; isManager: boolean }[];
}

export const demoCompanies: DemoCompany[] = [
  {
    name: 'Skerrow Ferries Ltd',
    vatNumber: 'GB 204 5518 09',
    address: '2 Quayside',
    postcode: 'SK4 1AA',
    city: 'Skerrow',
    country: 'GB',
    email: 'accounts@skerrow-ferries.example',
    buyerReference: 'Web 2026',
    notes: 'Invoices by the 20th, or they are paid a month later.',
    members: [
      {
        email: 'maren@skerrow-ferries.example',
        rights: ['requests', 'invoices'],
        isManager: true,
      },
      { email: 'tove@skerrow-ferries.example', rights: ['invoices'], isManager: false },
    ],
  },
];

export const demoClients: DemoClient[] = [
  {
    firstName: 'Maren',
    lastName: 'Okafor',
    email: 'maren@skerrow-ferries.example',
    daysAgo: 160,
    plan: { name: 'Professional', cycle: 'monthly', renewals: 4 },
    requests: [
      {
        title: 'Winter timetable on the landing page',
        service: 'website-care',
        description:
          'From 1 December we sail four times a day instead of six. The table, the map and the notice on the landing page all have to say so on the same morning.',
        status: 'in_progress',
        daysAgo: 6,
        note: 'The table is done and can be looked at on the test address. The map follows on Thursday.',
        dueIn: 9,
      },
      {
        title: 'Booking confirmation in Norwegian',
        service: 'web-application',
        description:
          'A third of our passengers are Norwegian. The confirmation mail and its PDF in both languages, please.',
        status: 'completed',
        daysAgo: 48,
        note: 'Live since this morning. The first forty confirmations went out without a complaint.',
      },
      {
        title: 'Page for group bookings',
        service: 'marketing-website',
        description: 'Schools and clubs ask by phone. A page with the prices and a form would do.',
        status: 'pending',
        daysAgo: 1,
      },
    ],
  },
  {
    firstName: 'Tove',
    lastName: 'Lind',
    email: 'tove@skerrow-ferries.example',
    daysAgo: 120,
    requests: [],
  },
  {
    firstName: 'Anders',
    lastName: 'Holm',
    email: 'anders@holm-joinery.example',
    daysAgo: 96,
    plan: { name: 'Starter', cycle: 'monthly', renewals: 2 },
    requests: [
      {
        title: 'Photographs of the new workshop',
        service: 'website-care',
        description: 'Twelve pictures for the about page. The files are in the shared folder.',
        status: 'completed',
        daysAgo: 40,
        note: 'All twelve are in, the page is still under 200 kB.',
      },
      {
        title: 'Opening hours between the years',
        service: 'website-care',
        description: 'Closed from 23 December to 6 January.',
        status: 'in_progress',
        daysAgo: 3,
        dueIn: 20,
      },
    ],
  },
  {
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@ramanlegal.example',
    daysAgo: 61,
    plan: { name: 'Business', cycle: 'yearly', renewals: 0 },
    requests: [
      {
        title: 'Intake form for new matters',
        service: 'web-application',
        description:
          'What the front desk asks on the phone today, as a form with conflict check by name. Nothing may be lost when a session runs out.',
        status: 'in_progress',
        daysAgo: 17,
        note: 'First version next Tuesday. We need two sample cases from you until then.',
        dueIn: 24,
      },
      {
        title: 'Second office in the footer',
        service: 'website-care',
        description: 'We open in Harbour Point in March.',
        status: 'pending',
        daysAgo: 2,
      },
    ],
  },
  {
    firstName: 'Jonah',
    lastName: 'Whitfield',
    email: 'jonah@whitfield-roasters.example',
    daysAgo: 33,
    requests: [
      {
        title: 'Shop for subscriptions of beans',
        service: 'online-store',
        description: 'Every two or four weeks, with a pause button. We roast on Mondays.',
        status: 'pending',
        daysAgo: 4,
      },
    ],
  },
  {
    firstName: 'Elif',
    lastName: 'Aydin',
    email: 'elif@studioaydin.example',
    daysAgo: 12,
    requests: [
      {
        title: 'Wedding page, not needed after all',
        service: 'marketing-website',
        description: 'We do no weddings next year.',
        status: 'cancelled',
        daysAgo: 10,
      },
    ],
  },
];
