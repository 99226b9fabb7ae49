import { Skeleton, Stack } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';

import { sectionPermissions } from '~/contract/admin/section-permissions';
import type { AdminSection } from '~/contract/admin/sections';
import { SectionOverview } from './overview/section-overview';
import { useCan } from './shell/use-can';
import { SectionRefused } from './ui/section-refused';

/** Each section is fetched when it is first opened. */
const sections: Record<AdminSection, ComponentType> = {
  dashboard: SectionOverview,
  services: lazy(() =>
    import('./services/section-services').then((one) => ({
      default: one.SectionServices,
    })),
  ),
  portfolio: lazy(() =>
    import('./portfolio/section-portfolio').then((one) => ({
      default: one.SectionPortfolio,
    })),
  ),
  quotes: lazy(() =>
    import('./quotes/section-quotes').then((one) => ({ default: one.SectionQuotes })),
  ),
  proposals: lazy(() =>
    import('./proposals/section-proposals').then((one) => ({
      default: one.SectionProposals,
    })),
  ),
  blog: lazy(() => import('./blog/section-blog').then((one) => ({ default: one.SectionBlog }))),
  pages: lazy(() => import('./pages/section-pages').then((one) => ({ default: one.SectionPages }))),
  requests: lazy(() =>
    import('./requests/section-requests').then((one) => ({
      default: one.SectionRequests,
    })),
  ),
  invoices: lazy(() =>
    import('./invoices/section-invoices').then((one) => ({ default: one.SectionInvoices })),
  ),
  payments: lazy(() =>
    import('./payments/section-payments').then((one) => ({
      default: one.SectionPayments,
    })),
  ),
  messages: lazy(() =>
    import('./messages/section-messages').then((one) => ({
      default: one.SectionMessages,
    })),
  ),
  users: lazy(() => import('./users/section-users').then((one) => ({ default: one.SectionUsers }))),
  plans: lazy(() => import('./plans/section-plans').then((one) => ({ default: one.SectionPlans }))),
  admins: lazy(() =>
    import('./admins/section-admins').then((one) => ({ default: one.SectionAdmins })),
  ),
  account: lazy(() =>
    import('./account/section-account').then((one) => ({ default: one.SectionAccount })),
  ),
  setup: lazy(() => import('./setup/section-setup').then((one) => ({ default: one.SectionSetup }))),
  settings: lazy(() =>
    import('./settings/section-settings').then((one) => ({
      default: one.SectionSettings,
    })),
  ),
};

export function SectionView({ section }: { section: AdminSection }) {
  const can = useCan();
  const permission = sectionPermissions[section];
  if (!can(permission)) return <SectionRefused section={section} />;
  const Section = sections[section];
  return (
    <Suspense
      key={section}
      fallback={
        <Stack gap="md" role="status" aria-label="Loading the section">
          <Skeleton height={40} w="40%" />
          <Skeleton height={320} />
        </Stack>
      }
    >
      <Section />
    </Suspense>
  );
}
