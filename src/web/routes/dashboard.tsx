import { createFileRoute, Outlet } from '@tanstack/react-router';

import { ClientArea } from '~/web/features/dashboard/client-area';

/** Frame of all pages below '/dashboard'. */
export const Route = createFileRoute('/dashboard')({
  staticData: { frame: 'client' },
  component: () => (
    <ClientArea>
      <Outlet />
    </ClientArea>
  ),
});
