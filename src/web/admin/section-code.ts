import type { AdminSearch } from '~/contract/admin/admin';
import { type AdminSection, adminSections, sectionOf } from '~/contract/admin/sections';
import type { ContentKey } from '~/contract/content/content-types';
import { can } from '~/contract/identity/permissions';
import type { AdminRole } from '~/contract/identity/roles';
import type { RouterContext } from '~/web/lib/router-context';
import {
  IconArticle,
  IconBlockquote,
  IconBriefcase,
  IconBuilding,
  IconCash,
  IconChecklist,
  IconColumns2,
  IconFileInvoice,
  IconFileText,
  IconForms,
  IconInbox,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconMailQuestion,
  IconPhoto,
  IconRepeat,
  IconSettings,
  IconShieldLock,
  IconStack2,
  IconTag,
  IconTypography,
  IconUserCircle,
  IconUsers,
  type TablerIcon,
} from '~/web/ui/icons';
import type { ContentSectionCode } from './content/content-form';
import { loadDashboard, SectionOverview } from './overview/section-overview';
import type { SectionCode } from './shell/section-load';

interface SectionEntry<Code = SectionCode> {
  icon: TablerIcon;
  /** Imports the code of the section. Called before the section is opened for the first time. */
  code(): Promise<Code>;
}

const dashboard: SectionCode = { Section: SectionOverview, load: loadDashboard };

/** Sections of content types. */
export const contentSections: Record<ContentKey, SectionEntry<ContentSectionCode>> = {
  services: {
    icon: IconBriefcase,
    code: () => import('./services/section-services').then(({ section }) => section),
  },
  portfolio: {
    icon: IconPhoto,
    code: () => import('./portfolio/section-portfolio').then(({ section }) => section),
  },
  blog: {
    icon: IconArticle,
    code: () => import('./blog/section-blog').then(({ section }) => section),
  },
  customPages: {
    icon: IconColumns2,
    code: () => import('./custom-pages/section-custom-pages').then(({ section }) => section),
  },
  forms: {
    icon: IconForms,
    code: () => import('./forms/section-forms').then(({ section }) => section),
  },
  testimonials: {
    icon: IconBlockquote,
    code: () => import('./testimonials/section-testimonials').then(({ section }) => section),
  },
  plans: {
    icon: IconStack2,
    code: () => import('./plans/section-plans').then(({ section }) => section),
  },
};

/** Icon and code of each section. Titles and permissions are in `src/contract/admin/sections.ts`. */
const sections: Record<AdminSection, SectionEntry> = {
  ...contentSections,
  dashboard: { icon: IconLayoutDashboard, code: async () => dashboard },
  inbox: {
    icon: IconInbox,
    code: () => import('./inbox/section-inbox').then(({ section }) => section),
  },
  quotes: {
    icon: IconTag,
    code: () => import('./quotes/section-quotes').then(({ section }) => section),
  },
  proposals: {
    icon: IconFileText,
    code: () => import('./proposals/section-proposals').then(({ section }) => section),
  },
  builtInPages: {
    icon: IconTypography,
    code: () => import('./built-in-pages/section-built-in-pages').then(({ section }) => section),
  },
  requests: {
    icon: IconChecklist,
    code: () => import('./requests/section-requests').then(({ section }) => section),
  },
  invoices: {
    icon: IconFileInvoice,
    code: () => import('./invoices/section-invoices').then(({ section }) => section),
  },
  recurringInvoices: {
    icon: IconRepeat,
    code: () =>
      import('./recurring-invoices/section-recurring-invoices').then(({ section }) => section),
  },
  payments: {
    icon: IconCash,
    code: () => import('./payments/section-payments').then(({ section }) => section),
  },
  messages: {
    icon: IconMail,
    code: () => import('./messages/section-messages').then(({ section }) => section),
  },
  mail: {
    icon: IconMailQuestion,
    code: () => import('./mail/section-mail').then(({ section }) => section),
  },
  users: {
    icon: IconUsers,
    code: () => import('./users/section-users').then(({ section }) => section),
  },
  companies: {
    icon: IconBuilding,
    code: () => import('./companies/section-companies').then(({ section }) => section),
  },
  admins: {
    icon: IconShieldLock,
    code: () => import('./admins/section-admins').then(({ section }) => section),
  },
  account: {
    icon: IconUserCircle,
    code: () => import('./account/section-account').then(({ section }) => section),
  },
  setup: {
    icon: IconListCheck,
    code: () => import('./setup/section-setup').then(({ section }) => section),
  },
  settings: {
    icon: IconSettings,
    code: () => import('./settings/section-settings').then(({ section }) => section),
  },
};

export const iconOf = (section: AdminSection): TablerIcon => sections[section].icon;

const fetched = new Map<AdminSection, SectionCode>([['dashboard', dashboard]]);

/** Returns the code of a section if it is already loaded, so that the section renders without a placeholder. */
export const codeOf = (section: AdminSection): SectionCode | undefined => fetched.get(section);

/** Loads the code of a section. */
export async function importSection(section: AdminSection): Promise<SectionCode> {
  const code = fetched.get(section) ?? (await sections[section].code());
  fetched.set(section, code);
  return code;
}

/**
 * Imports the code of sections one after another while the browser is idle.
 *
 * @returns a function that stops the imports
 */
export function importWhenIdle(sections: readonly AdminSection[]): () => void {
  // In browsers without idle callbacks, the code is imported when the user is about to open the
  // section.
  if (typeof requestIdleCallback !== 'function') return () => {};
  const left = sections.filter((section) => !fetched.has(section));
  let handle = 0;
  const next = () => {
    const section = left.shift();
    if (!section) return;
    handle = requestIdleCallback(() => void importSection(section).then(next, next));
  };
  next();
  return () => {
    left.length = 0;
    cancelIdleCallback(handle);
  };
}

/** Milliseconds after which a section is shown with placeholders for missing data. */
export const patienceMs = 250;

/**
 * Loads the code and the first data of a section. The router calls this when the user is about to
 * follow a link, or else while the previous section is still shown.
 */
export async function loadSection(
  context: Pick<RouterContext, 'api' | 'queryClient'>,
  search: AdminSearch,
  role: AdminRole | undefined,
): Promise<void> {
  const section = sectionOf(search.section, role);
  if (!can(role, adminSections[section].permission)) return;
  const loading = importSection(section)
    .then(({ load }) => load(context, search, (permission) => can(role, permission)))
    // The section shows the error itself.
    .catch(() => {});
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
