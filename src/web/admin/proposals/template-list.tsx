import { Group, NavLink } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { ProposalTemplate } from '~/contract/proposals/templates-schema';
import { useNewProposal } from '~/web/admin/documents/new-proposal';
import { IconAction } from '~/web/admin/ui/icon-action';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { IconTrash } from '~/web/ui/icons';
import { outcome } from '~/web/ui/outcome';

/** List of templates. A proposal can be created from each of them. */
export function TemplateList({ templates }: { templates: readonly ProposalTemplate[] }) {
  const { api } = useRouter().options.context;
  const create = useNewProposal();
  const remove = useMutation(
    api.admin.proposalTemplates.remove.mutationOptions(
      outcome({
        done: success('Template deleted'),
        failed: 'Failed to delete the template',
      }),
    ),
  );
  return templates.map(({ id, name, title, itemCount }) => (
    <Group key={id} gap="xs" wrap="nowrap">
      <NavLink
        component="button"
        label={name}
        description={[title !== name && title, itemCount === 1 ? '1 item' : `${itemCount} items`]
          .filter(Boolean)
          .join(', ')}
        disabled={create.isPending}
        onClick={() => create.mutate({ templateId: id })}
      />
      <IconAction
        label={`Delete the template ${name}`}
        loading={remove.isPending && remove.variables.id === id}
        onClick={() => remove.mutate({ id })}
      >
        <IconTrash size={16} aria-hidden />
      </IconAction>
    </Group>
  ));
}
