import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminProposal } from '~/contract/proposals/proposals-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';
import { useQuery } from '~/web/lib/queries';

/** Dialog that saves the content of a proposal as a template. */
export function SaveTemplate(props: { proposal: AdminProposal; onClose(): void }) {
  const { proposal, onClose } = props;
  const { proposalTemplates } = useRouter().options.context.api.admin;
  const templates = useQuery(proposalTemplates.list.queryOptions());
  const isTaken = (name: string) =>
    templates.data?.some((one) => one.name.toLowerCase() === name.trim().toLowerCase()) ?? false;
  return (
    <ActionDialog
      title="Save as template"
      submitLabel={({ name }) => (isTaken(name) ? 'Replace template' : 'Save template')}
      isReady={({ name }) => name.trim() !== ''}
      initial={{ name: proposal.title }}
      fields={({ draft }) => [
        {
          name: 'name',
          label: 'Template name',
          required: true,
          maxLength: 100,
          description:
            isTaken(draft.name) && 'A template with this name exists. Saving replaces it.',
        },
      ]}
      input={({ name }) => ({
        proposalId: proposal.id,
        name: name.trim(),
        replace: isTaken(name),
      })}
      mutation={proposalTemplates.save.mutationOptions()}
      outcome={{
        done: (saved) => success(`Template “${saved.name}” saved`),
        failed: 'Failed to save the template',
      }}
      onClose={onClose}
    >
      <Text fz="sm">
        Keeps the title, texts, items, discount, payments and terms, but not the client or the
        expiry date.
      </Text>
    </ActionDialog>
  );
}
