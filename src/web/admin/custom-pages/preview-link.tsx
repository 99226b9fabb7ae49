import { Button, Group, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminCustomPage } from '~/contract/custom-pages/custom-pages-schema';
import { useMayChange } from '~/web/admin/form/read-only';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { IconCopy } from '~/web/ui/icons';
import { toast } from '~/web/ui/toast-store';

/** Link to the last saved version, for people without an account. */
export function PreviewLink({ page }: { page: AdminCustomPage }) {
  const { api } = useRouter().options.context;
  const making = useMutation({
    ...api.admin.customPages.previewLink.mutationOptions(),
    onError: (error) => notifyFailed(error, 'Failed to create the link'),
  });
  const revoking = useMutation({
    ...api.admin.customPages.revokePreviewLinks.mutationOptions(),
    onSuccess: () => {
      making.reset();
      toast(success('Preview links revoked'));
    },
    onError: (error) => notifyFailed(error, 'Failed to revoke the links'),
  });
  // Creating and revoking the link requires permission to change the page.
  const mayChange = useMayChange();
  const url = making.data?.url;
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    toast(success('Link copied'));
  };
  if (!mayChange) return null;
  return (
    <div>
      <Text fz="sm" fw={500}>
        Preview link
      </Text>
      <Text fz="xs" c="dimmed" mb={6}>
        Anyone with the link sees the last saved version, even if it is not public.
      </Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        {url ? (
          <>
            <TextInput aria-label="Preview link" value={url} readOnly flex={1} />
            <Button
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden />}
              // If the browser does not allow copying, the admin can copy the link from the field.
              onClick={() =>
                void copy(url).catch(() =>
                  toast({ title: 'Error', description: 'Please copy it from the field' }),
                )
              }
            >
              Copy
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            loading={making.isPending}
            onClick={() => making.mutate({ id: page.id })}
          >
            Show the link
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          loading={revoking.isPending}
          onClick={() => revoking.mutate({ id: page.id })}
        >
          Revoke
        </Button>
      </Group>
    </div>
  );
}
