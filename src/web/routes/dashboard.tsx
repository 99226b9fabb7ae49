import { createFileRoute, Outlet } from '@tanstack/react-router';

import { ClientArea } from '~/web/features/dashboard/client-area';
import { loadWaiting } from '~/web/features/dashboard/load-waiting';

/** The frame of all pages below '/dashboard'. */
export const Route = createFileRoute('/dashboard')({
  staticData: { isClientArea: true },
  loader: ({ context }) => loadWaiting(context),
  component: () => (
    <ClientArea>
      <Outlet />
    </ClientArea>
  ),
});
