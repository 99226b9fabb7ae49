import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';

import { useViewer } from '~/web/shell/settings';
import { useProtected } from '~/web/shell/use-protected';
import { toast } from '~/web/ui/toast-store';
import { AdminPending } from './shell/admin-pending';

const Panel = lazy(() => import('./panel').then((module) => ({ default: module.Panel })));

/** Milliseconds during which clients can read the notice before they are redirected to their dashboard. */
const leaveAfterMs = 3_000;

const never = () => () => {};

/** Screen of the panel for admins. Clients see a notice and are redirected to their dashboard, visitors to its login. */
export function ScreenAdmin() {
  // The panel is only rendered in browsers, so that the server does not load its libraries.
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const viewer = useViewer();
  if (viewer && !viewer.isAdmin) return <Denied />;
  if (!viewer) return <SignedOut />;
  if (!isBrowser) return <AdminPending />;
  return (
    <Suspense fallback={<AdminPending />}>
      <Panel admin={viewer} />
    </Suspense>
  );
}

function SignedOut() {
  useProtected();
  return <AdminPending />;
}

function Denied() {
  const router = useRouter();
  useEffect(() => {
    toast({
      title: 'Access Denied',
      description: "You don't have admin privileges.",
      variant: 'destructive',
    });
    const timer = setTimeout(
      () => void router.navigate({ to: '/dashboard', replace: true }),
      leaveAfterMs,
    );
    return () => clearTimeout(timer);
  }, [router]);
  return <AdminPending />;
}
