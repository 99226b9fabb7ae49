import type { ComponentType } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import { sectionPermissions } from '~/contract/admin/section-permissions';
import type { AdminSection } from '~/contract/admin/sections';
import { can } from '~/contract/identity/permissions';
import type { AdminRole } from '~/contract/identity/roles';
import type { RouterContext } from '~/web/lib/router-context';
import { loadDashboard, SectionOverview } from './overview/section-overview';
import type { SectionLoad } from './shell/section-load';
import { sectionOf } from './shell/section-of';

export interface SectionCode {
  Section: ComponentType;
  load: SectionLoad;
}

const dashboard: SectionCode = { Section: SectionOverview, load: loadDashboard };

/** Each section is fetched when it is first about to be opened. */
const imports: Record<AdminSection, () => Promise<SectionCode>> = {
  dashboard: async () => dashboard,
  services: () =>
    import('./services/section-services').then((one) => ({
      Section: one.SectionServices,
      load: one.loadServices,
    })),
  portfolio: () =>
    import('./portfolio/section-portfolio').then((one) => ({
      Section: one.SectionPortfolio,
      load: one.loadPortfolio,
    })),
  quotes: () =>
    import('./quotes/section-quotes').then((one) => ({
      Section: one.SectionQuotes,
      load: one.loadQuotes,
    })),
  proposals: () =>
    import('./proposals/section-proposals').then((one) => ({
      Section: one.SectionProposals,
      load: one.loadProposals,
    })),
  blog: () =>
    import('./blog/section-blog').then((one) => ({
      Section: one.SectionBlog,
      load: one.loadBlog,
    })),
  pages: () =>
    import('./pages/section-pages').then((one) => ({
      Section: one.SectionPages,
      load: one.loadPages,
    })),
  requests: () =>
    import('./requests/section-requests').then((one) => ({
      Section: one.SectionRequests,
      load: one.loadRequests,
    })),
  invoices: () =>
    import('./invoices/section-invoices').then((one) => ({
      Section: one.SectionInvoices,
      load: one.loadInvoices,
    })),
  payments: () =>
    import('./payments/section-payments').then((one) => ({
      Section: one.SectionPayments,
      load: one.loadPayments,
    })),
  messages: () =>
    import('./messages/section-messages').then((one) => ({
      Section: one.SectionMessages,
      load: one.loadMessages,
    })),
  users: () =>
    import('./users/section-users').then((one) => ({
      Section: one.SectionUsers,
      load: one.loadUsers,
    })),
  plans: () =>
    import('./plans/section-plans').then((one) => ({
      Section: one.SectionPlans,
      load: one.loadPlans,
    })),
  admins: () =>
    import('./admins/section-admins').then((one) => ({
      Section: one.SectionAdmins,
      load: one.loadAdmins,
    })),
  account: () =>
    import('./account/section-account').then((one) => ({
      Section: one.SectionAccount,
      load: one.loadAccount,
    })),
  setup: () =>
    import('./setup/section-setup').then((one) => ({
      Section: one.SectionSetup,
      load: one.loadSetup,
    })),
  settings: () =>
    import('./settings/section-settings').then((one) => ({
      Section: one.SectionSettings,
      load: one.loadSettings,
    })),
};

const fetched = new Map<AdminSection, SectionCode>([['dashboard', dashboard]]);

/** The code of a section where it is there already: what is drawn of it at once needs no placeholder. */
export const codeOf = (section: AdminSection): SectionCode | undefined => fetched.get(section);

/** Fetches the code of a section. */
export async function importSection(section: AdminSection): Promise<SectionCode> {
  const code = fetched.get(section) ?? (await imports[section]());
  fetched.set(section, code);
  return code;
}

/** Fetches the code of these sections, one after another, while the browser has nothing else to do; returns what ends it. */
export function importWhenIdle(sections: readonly AdminSection[]): () => void {
  // Where a browser has no such thing, the code comes on intent alone.
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

/** A section that takes longer is shown without what is still missing, which it has placeholders for. */
const patienceMs = 250;

/**
 * Fetches the code and the first data of a section, for the router: on intent, before a link is followed, or else
 * while the section before is still shown.
 */
export async function loadSection(
  context: Pick<RouterContext, 'api' | 'queryClient'>,
  search: AdminSearch,
  role: AdminRole | undefined,
): Promise<void> {
  const section = sectionOf(search.section, role);
  if (!can(role, sectionPermissions[section])) return;
  const loading = importSection(section)
    .then(({ load }) => load(context, search, (permission) => can(role, permission)))
    // The section itself says what failed.
    .catch(() => {});
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
