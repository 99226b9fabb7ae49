import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminUser } from '~/contract/admin/admin-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Buttons that decide whether the client can sign in, and that sign them out. */
export function AccountActions({ user }: { user: AdminUser }) {
  const { api } = useRouter().options.context;
  const can = useCan();

  const outcomeOf = (done: (user: AdminUser) => string) =>
    outcome<AdminUser, unknown>({
      done: (changed) => success(done(changed)),
      failed: 'Something went wrong. Please try again.',
    });
  const setDisabled = useMutation(
    api.admin.users.setDisabled.mutationOptions(
      outcomeOf(({ isDisabled }) => (isDisabled ? 'Account disabled' : 'Account enabled')),
    ),
  );
  const signOut = useMutation(
    api.admin.users.signOutEverywhere.mutationOptions(outcomeOf(() => 'Signed out everywhere')),
  );

  if (!can('clients.write')) return null;
  return (
    <>
      <Button
        variant={user.isDisabled ? 'filled' : 'default'}
        onClick={() => setDisabled.mutate({ id: user.id, isDisabled: !user.isDisabled })}
      >
        {user.isDisabled ? 'Enable account' : 'Disable account'}
      </Button>
      <Button
        variant="default"
        disabled={user.sessions === 0}
        onClick={() => signOut.mutate({ id: user.id })}
      >
        Sign out everywhere
      </Button>
    </>
  );
}
