import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminUser } from '~/contract/admin/admin-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { useMutation } from '~/web/lib/queries';
import { failureToast } from '~/web/ui/failure-toast';
import { IconEye } from '~/web/ui/icons';

/**
 * Button that opens the site as the client sees it. Loads the whole page, because nothing in memory belongs to the client.
 */
export function ViewAsClient({ user }: { user: AdminUser }) {
  const { api } = useRouter().options.context;
  const can = useCan();
  const start = useMutation(
    api.admin.users.viewAs.mutationOptions({
      onSuccess: () => window.location.assign('/dashboard'),
      onError: (error) => failureToast(error, 'Failed to start the view. Please try again.'),
    }),
  );
  if (!can('clients.viewAs')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={18} aria-hidden />}
      loading={start.isPending}
      onClick={() => start.mutate({ id: user.id })}
    >
      View as client
    </Button>
  );
}
