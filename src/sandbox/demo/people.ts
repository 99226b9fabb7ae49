import type { CompanyRight } from '~/contract/companies/companies';
import type { RequestStatus } from '~/contract/requests/requests';

/** Requests of the sample agency's clients, and their progress. Days are counted back from today. */
interface DemoRequest {
  title: string;
  description: string;
  /** Slug of the service. */
  service: string;
  status: RequestStatus;
  daysAgo: number;
  /** The agency's note to the client. */
  note?: string;
  /** Days from today. */
  dueIn?: number;
}

export interface DemoClient {
  firstName: string;
  lastName: string;
  email: string;
  daysAgo: number;
  /** Plan name, cycle, and number of renewals. */
  plan?: { name: string; cycle: 'monthly' | 'yearly'; renewals: number };
  requests: DemoRequest[];
}

/** A business of which several clients are members. */
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
    notes: 'Send invoices by the 20th, or they are paid a month later.',
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
          'From next month, we sail four times a day instead of six. The table, the map and the notice on the landing page must all change on the same morning.',
        status: 'in_progress',
        daysAgo: 12,
        note: 'The table and the map are ready on the test site. Please review both.',
        dueIn: 9,
      },
      {
        title: 'Booking confirmation in Norwegian',
        service: 'web-application',
        description:
          'A third of our passengers are Norwegian. Please send the confirmation email and its PDF in both languages.',
        status: 'completed',
        daysAgo: 58,
        note: 'Live. The first forty confirmations went out without a complaint.',
      },
      {
        title: 'Page for group bookings',
        service: 'marketing-website',
        description: 'Schools and clubs ask by phone. A page with prices and a form is enough.',
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
        daysAgo: 70,
        note: 'All twelve are online, and the page is still under 200 KB.',
      },
      {
        title: 'Holiday opening hours',
        service: 'website-care',
        description: 'Closed over the holidays. Please add a notice to the contact page.',
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
        title: 'Intake form for referrals',
        service: 'web-application',
        description:
          'The same form for matters that other firms refer to us, with a conflict check by name. Nothing may be lost when a session expires.',
        status: 'in_progress',
        daysAgo: 30,
        note: 'The second version is in progress, with the opposing party at the top.',
        dueIn: 24,
      },
      {
        title: 'Second office in the footer',
        service: 'website-care',
        description: 'We open a second office in Harbour Point next spring.',
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
        title: 'Shipping labels from the shop',
        service: 'online-store',
        description: 'Please print a label with each order. We pack on Tuesdays.',
        status: 'pending',
        daysAgo: 4,
      },
    ],
  },
  {
    firstName: 'Elif',
    lastName: 'Aydin',
    email: 'elif@studioaydin.example',
    daysAgo: 35,
    requests: [
      {
        title: 'Wedding page',
        service: 'marketing-website',
        description: 'One page about our wedding packages, with a form.',
        status: 'cancelled',
        daysAgo: 16,
      },
    ],
  },
];
