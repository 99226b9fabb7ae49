import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { AdminProposal } from '~/contract/proposals/proposals-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Keeps what a proposal says as a starting point for others. */
export function SaveTemplate(props: { proposal: AdminProposal; onClose(): void }) {
  const { proposal, onClose } = props;
  const { api } = useRouter().options.context;
  const [name, setName] = useState(proposal.title);
  const templates = useQuery(api.admin.proposalTemplates.list.queryOptions());
  const save = useMutation(
    api.admin.proposalTemplates.save.mutationOptions(
      outcome({
        done: (saved) => success(`Template “${saved.name}” saved`),
        onDone: onClose,
        failed: (error) => {
          if (!fieldErrorsOf(error).name) notifyFailed(error, 'Failed to save the template');
        },
        refresh: () => api.admin.proposalTemplates.invalidate(),
      }),
    ),
  );
  const typed = name.trim();
  const same = templates.data?.find((one) => one.name.toLowerCase() === typed.toLowerCase());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || !typed) return;
    save.mutate({ proposalId: proposal.id, name: typed, replace: same !== undefined });
  };
  return (
    <Dialog onClose={onClose} title="Save as template" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text fz="sm">
            Keeps the title, texts, items, discount, payments and terms, but not the client or the
            expiry date.
          </Text>
          <TextInput
            label="Template name"
            required
            maxLength={100}
            value={name}
            error={fieldErrorsOf(save.error).name}
            description={same && 'A template with this name exists. Saving replaces it.'}
            onChange={(event) => {
              save.reset();
              setName(event.currentTarget.value);
            }}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!typed}>
              {same ? 'Replace template' : 'Save template'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
