import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Button that confirms the legal texts. @param props.digest digest of the texts that the owner has read */
export function ConfirmLegal(props: { digest: string }) {
  const { api } = useRouter().options.context;
  const confirm = useMutation(
    api.admin.setup.confirmLegal.mutationOptions(
      outcome({
        done: success('Legal texts marked as reviewed'),
        failed: 'Failed to mark the legal texts as reviewed',
      }),
    ),
  );
  return (
    <Button
      size="xs"
      loading={confirm.isPending}
      onClick={() => confirm.mutate({ digest: props.digest })}
    >
      Mark as reviewed
    </Button>
  );
}
