import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { placeholders } from '~/contract/conversations/conversations';
import {
  type ReplyTemplate,
  replyTemplateFieldsSchema,
} from '~/contract/conversations/conversations-schema';
import { messageMax } from '~/contract/threads/threads';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useCan } from '~/web/admin/shell/use-can';
import { deleted, success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useMutation, useQuery } from '~/web/lib/queries';
import { IconPlus } from '~/web/ui/icons';
import { outcome } from '~/web/ui/outcome';

/** Forms for reply templates for messages to leads. */
export function ReplyTemplates() {
  const { api } = useRouter().options.context;
  const mayChange = useCan()('leads.write');
  const query = useQuery(api.admin.replyTemplates.list.queryOptions({}));
  const [edited, setEdited] = useState<ReplyTemplate | 'new'>();
  const create = useMutation(
    api.admin.replyTemplates.create.mutationOptions(
      outcome({
        done: success('Template restored'),
        failed: 'Failed to restore the template',
      }),
    ),
  );
  const remove = useMutation(
    api.admin.replyTemplates.remove.mutationOptions(
      outcome({
        done: (_, { id }) => {
          const gone = query.data?.find((one) => one.id === Number(id));
          return deleted('Template deleted', () => {
            if (gone) create.mutate({ name: gone.name, text: gone.text });
          });
        },
        failed: 'Failed to delete the template',
      }),
    ),
  );
  return (
    <>
      <Group justify="space-between">
        <div>
          <Title order={2}>Reply templates</Title>
          <Text c="dimmed" fz="sm">
            Text snippets for replies to leads.
          </Text>
        </div>
        {mayChange && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            Add template
          </Button>
        )}
      </Group>
      <Loaded query={query}>
        {(templates) =>
          templates.length === 0 ? (
            <Text c="dimmed" fz="sm">
              None yet.
            </Text>
          ) : (
            templates.map((template) => (
              <Card key={template.id} withBorder>
                <Group justify="space-between" align="flex-start" wrap="nowrap">
                  <Stack gap={4}>
                    <Text fw={600}>{template.name}</Text>
                    <Text fz="sm" lineClamp={3} className="as-written">
                      {template.text}
                    </Text>
                  </Stack>
                  {mayChange && (
                    <Group gap="xs" wrap="nowrap">
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        onClick={() => setEdited(template)}
                      >
                        Edit
                      </Button>
                      <Button
                        variant="subtle"
                        color="gray"
                        size="compact-sm"
                        onClick={() => remove.mutate({ id: template.id })}
                      >
                        Delete
                      </Button>
                    </Group>
                  )}
                </Group>
              </Card>
            ))
          )
        }
      </Loaded>
      {edited && (
        <TemplateModal
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function TemplateModal(props: { template: ReplyTemplate | undefined; onClose(): void }) {
  const { template, onClose } = props;
  const { replyTemplates } = useRouter().options.context.api.admin;
  const { create, update } = replyTemplates;
  return (
    <ActionDialog
      title={template ? 'Edit template' : 'Add template'}
      size="lg"
      submitLabel="Save"
      keepAs={`reply-template:${template?.id ?? 'new'}`}
      initial={{ name: template?.name ?? '', text: template?.text ?? '' }}
      fields={[
        { name: 'name', label: 'Name', required: true, maxLength: 100 },
        {
          kind: 'area',
          name: 'text',
          label: 'Text',
          description: `Filled in when you select the template: ${placeholders.map((one) => `{{${one}}}`).join(', ')}`,
          required: true,
          minRows: 6,
          maxLength: messageMax,
        },
      ]}
      schema={replyTemplateFieldsSchema}
      input={(draft) => draft}
      mutation={{
        mutationFn: (draft) =>
          template
            ? update
                .mutationOptions()
                .mutationFn({ id: template.id, ...draft, expectedUpdatedAt: template.updatedAt })
            : create.mutationOptions().mutationFn(draft),
      }}
      outcome={{
        done: success(template ? 'Template updated' : 'Template added'),
        failed: 'Failed to save the template',
      }}
      onClose={onClose}
    />
  );
}
