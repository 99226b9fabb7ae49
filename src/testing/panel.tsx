import { MantineProvider } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';

import type {
  AdminPayment,
  AdminRequest,
  AdminUser,
  RecentActivity,
  UserDetail,
} from '~/contract/admin/admin-schema';
import { sectionOf } from '~/contract/admin/sections';
import type { Today } from '~/contract/admin/today-schema';
import type { ConversationKind } from '~/contract/conversations/conversations';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { AdminRole } from '~/contract/identity/roles';
import type { InboxItem } from '~/contract/inbox/inbox-schema';
import type { AdminMessageRow, AdminQuoteRow } from '~/contract/leads/leads-schema';
import { allChanged } from '~/contract/live/live-schema';
import type { AdminService } from '~/contract/services/services-form-schema';
import type { MessageDraft } from '~/contract/threads/threads-schema';
import { importSection, loadSection } from '~/web/admin/section-code';
import { SectionView } from '~/web/admin/section-view';
import { theme } from '~/web/admin/shell/theme';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import type { ApiOutputs } from '~/web/lib/trpc';
import { Live } from '~/web/shell/live';
import { nothingOpen } from './company-samples';
import { type Answers, type Rendered, renderPart, renderScreen } from './render';
import { Stream } from './thread-samples';

/** Responses for a lead without messages. */
const emptyConversation = {
  page: () => ({ rows: [], before: null }),
  get: ({ kind, id }: { kind: ConversationKind; id: unknown }) => ({
    recipients: [{ kind, id: Number(id), name: 'Grace Hopper', email: 'grace@example.com' }],
    lastReadId: null,
    draft: { text: '', fileIds: [] },
    values: { firstName: 'Grace', name: 'Grace Hopper', service: '', link: '', agency: 'Kestrel' },
  }),
  saveDraft: ({ text, fileIds = [] }: MessageDraft) => ({ text, fileIds }),
  markRead: ({ messageId }: { messageId: unknown }) => ({ lastReadId: Number(messageId) }),
};

/** Returns a sample inbox item with the given changes. */
export const sampleItem = (changes: Partial<InboxItem> = {}): InboxItem => ({
  key: 'quote-11',
  kind: 'quote',
  id: 11,
  name: 'Mary Shelley',
  email: 'mary@example.com',
  about: 'Marketing Website',
  details: 'A site about a creature',
  lastWords: '',
  spamReason: null,
  status: 'pending',
  stage: 'new',
  ownerId: null,
  ownerName: '',
  waitingSince: '2026-05-04T10:00:00.000Z',
  dueAt: '2026-05-05T10:00:00.000Z',
  nextStep: '',
  nextStepOn: null,
  tags: [],
  snoozedUntil: null,
  doneAt: null,
  createdAt: '2026-05-04T10:00:00.000Z',
  ...changes,
});

/** Responses of an empty inbox. */
const emptyInbox = {
  page: () => ({ rows: [], total: 0, counts: { todo: 0, waiting: 0, snoozed: 0, done: 0 } }),
  get: () => sampleItem(),
  tags: () => [],
};

/** Renders the panel for component tests, with sample responses of the API. */

export const adminUser: CurrentUser = {
  id: 'admin-1',
  email: 'admin@example.com',
  firstName: 'Admin',
  lastName: 'Aldridge',
  profileImageUrl: null,
  isAdmin: true,
  role: 'owner',
};

const nothing = { count: 0, sums: [] };

/** Responses for the dashboard of an agency without records. */
export const emptyOverview = {
  overview: {
    today: () => quietToday,
    stats: () => ({
      totalUsers: 0,
      totalRevenue: '0.00',
      activeSubscriptions: 0,
      pendingRequests: 0,
    }),
    activities: (): RecentActivity[] => [],
  },
  requests: { page: () => pageOf([]) },
  payments: { page: () => pageOf([]) },
  messages: { page: () => pageOf([]) },
};

/** Overview on a day without any tasks. */
export const quietToday: Today = {
  answers: { quotes: 0, messages: 0 },
  clientsWaiting: 0,
  proposals: nothing,
  invoices: {
    overdue: nothing,
    open: nothing,
    dueThisMonth: nothing,
    ready: nothing,
    overpaid: nothing,
    monthFrom: '2026-05-01',
    monthTo: '2026-05-31',
  },
  proposedChanges: 0,
};

const day = '2026-05-04T10:00:00.000Z';

const noLeadSource = {
  leadSource: null,
  referringHost: '',
  firstPage: '',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
};

export const sampleQuote = (changes: Partial<AdminQuoteRow> = {}): AdminQuoteRow => ({
  id: 11,
  name: 'Mary Shelley',
  email: 'mary@example.com',
  phone: '+44 20 7946 0958',
  phoneDigits: '442079460958',
  company: '',
  serviceId: null,
  serviceName: 'Marketing Website',
  country: null,
  source: 'api',
  preferredChannel: '',
  formId: null,
  answers: null,
  budget: '5000-10000',
  timeline: '1-month',
  projectDetails: 'A site about a creature',
  status: 'pending',
  spamReason: null,
  isSpam: false,
  ...noLeadSource,
  ownerId: null,
  ownerName: '',
  firstAnswerAt: null,
  dueAt: '2026-11-23T09:00:00.000Z',
  createdAt: day,
  updatedAt: day,
  ...changes,
});

type QuoteDetail = ApiOutputs['admin']['quotes']['get'];

/** Returns a quote as its record shows it, without any other records, with the given changes. */
export const sampleQuoteDetail = (changes: Partial<QuoteDetail> = {}): QuoteDetail => ({
  quote: sampleQuote(),
  client: null,
  requestId: null,
  mergedInto: null,
  merged: [],
  duplicates: [],
  proposals: [],
  notes: [],
  mails: [],
  changes: [],
  ...changes,
});

export const sampleMessage = (changes: Partial<AdminMessageRow> = {}): AdminMessageRow => ({
  id: 12,
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  phone: '',
  phoneDigits: '',
  service: 'website',
  subject: '',
  message: 'Our shop is slow, and we want to know why',
  preferredChannel: '',
  status: 'unread',
  spamReason: null,
  isSpam: false,
  ...noLeadSource,
  ownerId: null,
  ownerName: '',
  firstAnswerAt: null,
  dueAt: '2026-11-23T09:00:00.000Z',
  createdAt: day,
  updatedAt: day,
  ...changes,
});

export const sampleAdminRequest = (changes: Partial<AdminRequest> = {}): AdminRequest => ({
  id: 13,
  title: 'A calculating engine',
  description: 'With a page that explains it',
  service_name: '',
  client_id: 'client-1',
  client_name: 'Ada Byron',
  client_email: 'ada@example.com',
  status: 'pending',
  targetDate: null,
  wishedDate: null,
  urgent: false,
  note: '',
  quoteId: null,
  createdAt: day,
  updatedAt: day,
  ...changes,
});

export const sampleAdminPayment = (changes: Partial<AdminPayment> = {}): AdminPayment => ({
  id: 14,
  amount: '450.00',
  refunded: '0.00',
  inBalance: '0.00',
  method: 'card',
  methodType: 'card',
  currency: 'USD',
  reference: '',
  description: 'Professional, monthly',
  status: 'completed',
  isReversed: false,
  isReturned: false,
  dispute: '',
  failure: '',
  note: '',
  invoice: null,
  client_id: 'client-1',
  client_name: 'Ada Byron',
  client_email: 'ada@example.com',
  paidAt: day,
  createdAt: day,
  ...changes,
});

export const sampleUser = (changes: Partial<AdminUser> = {}): AdminUser => ({
  id: 'client-1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  company: '',
  profileImageUrl: null,
  status: 'active',
  isDisabled: false,
  sessions: 1,
  requests: 0,
  spent: '0.00',
  plan: null,
  createdAt: day,
  ...changes,
});

/** Returns a client's page without any records, with the given changes. */
export const sampleUserDetail = (changes: Partial<UserDetail> = {}): UserDetail => ({
  user: sampleUser(),
  company: null,
  phone: '',
  ...nothingOpen,
  billing: { name: 'Ada Byron', email: 'ada@example.com' },
  history: [],
  notes: [],
  mails: [],
  files: [],
  signedIn: [],
  changes: [],
  ...changes,
});

export const sampleAdminService = (changes: Partial<AdminService> = {}): AdminService => ({
  id: 2,
  slug: 'site-rescue',
  name: 'Site Rescue',
  description: 'We mend what others left.',
  detailedDescription: '',
  price: '1299.50',
  priceUnit: 'once',
  priceKind: 'from',
  briefFormId: null,
  category: 'website',
  features: [],
  metaTitle: '',
  metaDescription: '',
  keywords: '',
  heroTitle: '',
  heroSubtitle: '',
  ctaText: '',
  timeline: '',
  imageUrl: null,
  featured: false,
  processSteps: [],
  deliverables: [],
  isActive: true,
  createdAt: day,
  updatedAt: day,
  deletedAt: null,
  ...changes,
});

/** Returns a page of a list, with counts by status. */
export function pageOf<Row extends object>(rows: Row[]) {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const status = 'status' in row ? String(row.status) : '';
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return { rows, total: rows.length, counts };
}

export interface Panel extends Rendered {
  /** Announces a change to the panel, as the server's stream does. */
  announce(event?: 'message' | 'connected' | 'error' | 'serialized-error'): void;
}

interface PanelOptions {
  role?: AdminRole;
  answers?: Answers;
  isPhone?: boolean;
}

/** Renders the panel for an admin. Defaults to an owner on a wide screen. */
export async function renderPanel(
  search: string,
  admin: NonNullable<Answers['admin']>,
  options: PanelOptions = {},
): Promise<Panel> {
  preparePanel(options);
  const rendered = await renderScreen(`/admin${search}`, panelAnswers(admin, options));
  await screen.findByRole('heading', { level: 1 }, { timeout: 10_000 });
  return { ...rendered, announce };
}

/** Renders a section of the panel like {@link renderPanel}, but without header, navigation, search and shortcuts. */
export async function renderSection(
  search: string,
  admin: NonNullable<Answers['admin']>,
  options: PanelOptions = {},
): Promise<Panel> {
  const { role = 'owner' } = options;
  preparePanel(options);
  const rendered = await renderPart(
    <MantineProvider theme={theme}>
      <Live isPanel>
        <main id="content">
          <Section />
        </main>
      </Live>
    </MantineProvider>,
    {
      answers: panelAnswers(admin, options),
      path: `/admin${search}`,
      load: async (context, params) => {
        await importSection(sectionOf(params.section, role));
        await loadSection(context, params, role);
      },
    },
  );
  await screen.findByRole('heading', { level: 1 }, { timeout: 10_000 });
  return { ...rendered, announce };
}

function Section() {
  return <SectionView section={useAdminSearch().section} />;
}

const announce: Panel['announce'] = (event = 'message') =>
  Stream.all.at(-1)?.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(allChanged) }));

/** Fakes what the panel needs of the browser, until the test has finished. */
function preparePanel({ isPhone = false }: PanelOptions) {
  Stream.all = [];
  vi.stubGlobal('EventSource', Stream);
  const { innerWidth, innerHeight } = window;
  if (isPhone) setViewport(390, 844);
  else setViewport(1920, 1080);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    setViewport(innerWidth, innerHeight);
  });
}

/** Returns responses for the panel. Parts that a test does not set are empty. */
function panelAnswers(
  admin: NonNullable<Answers['admin']>,
  { role = 'owner', answers = {} }: PanelOptions,
): Answers {
  const {
    overview,
    admins,
    conversations,
    inbox,
    proposalTemplates,
    replyTemplates,
    responseTimes,
    setup,
    traffic,
    requestThreads,
    ...sections
  } = admin;
  return {
    ...answers,
    identity: { viewer: () => ({ ...adminUser, role }), ...answers.identity },
    notifications: {
      get: () => ({ messages: true, deliverables: true, status: true }),
      ...answers.notifications,
    },
    admin: {
      overview: {
        waiting: () => ({ quotes: 0, messages: 0, requests: 0, testimonials: 0, settings: 0 }),
        ...overview,
      },
      admins: { list: () => [], ...admins },
      conversations: { ...emptyConversation, ...conversations },
      inbox: { ...emptyInbox, ...inbox },
      proposalTemplates: { list: () => [], ...proposalTemplates },
      replyTemplates: { list: () => [], ...replyTemplates },
      traffic: {
        report: () => ({
          from: '2026-08-25',
          to: '2026-11-22',
          sources: [],
          total: { visits: 0, leads: 0, proposals: 0, accepted: 0, paid: [] },
          pages: [],
        }),
        ...traffic,
      },
      responseTimes: {
        open: () => [],
        figures: () => ({
          promise: 'one working day',
          answered: 0,
          overdue: 0,
          medianMinutes: null,
          keptShare: null,
        }),
        ...responseTimes,
      },
      setup: { mark: () => ({ open: 0, isHidden: false }), ...setup },
      requestThreads: {
        unread: () => ({ requests: [], total: 0 }),
        unanswered: () => [],
        ...requestThreads,
      },
      ...sections,
    },
  };
}

function setViewport(width: number, height: number) {
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  happyDOM.setViewport({ width, height });
}

/** Returns the table row that contains a text. */
export function rowOf(text: string): HTMLElement {
  const row = screen.getAllByRole('row').find((one) => one.textContent?.includes(text));
  if (!row) throw new Error(`no row contains ${text}`);
  return row;
}

export const inRow = (text: string) => within(rowOf(text));
/** Returns the drawer with the open record, even while a dialog is above it. */
export const drawerElement = () => screen.getAllByRole('dialog')[0] as HTMLElement;
export const drawer = () => within(drawerElement());

/** Selects an option from a select's list, which is hidden because the test DOM has no layout. */
export async function choose(user: UserEvent, field: HTMLElement, option: string): Promise<void> {
  await user.click(field);
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  if (!list) throw new Error('the field opened no list');
  await user.click(within(list).getByRole('option', { name: option, hidden: true }));
}
