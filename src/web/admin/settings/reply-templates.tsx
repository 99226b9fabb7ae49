import { Button, Card, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { placeholders } from '~/contract/conversations/conversations';
import {
  type ReplyTemplate,
  replyTemplateFieldsSchema,
} from '~/contract/conversations/conversations-schema';
import { messageMax } from '~/contract/workspace/workspace';
import { useCan } from '~/web/admin/shell/use-can';
import { Dialog } from '~/web/admin/ui/dialog';
import { deleted, notifyFailed, success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation, useQuery } from '~/web/lib/queries';
import { IconPlus } from '~/web/ui/icons';
import { outcome } from '~/web/ui/outcome';

/** Answers that messages to leads can begin with. */
export function ReplyTemplates() {
  const { api } = useRouter().options.context;
  const mayChange = useCan()('leads.write');
  const query = useQuery(api.admin.replyTemplates.list.queryOptions({}));
  const [edited, setEdited] = useState<ReplyTemplate | 'new'>();
  const refresh = () => api.admin.replyTemplates.invalidate();
  const create = useMutation(
    api.admin.replyTemplates.create.mutationOptions(
      outcome({
        done: success('Template restored'),
        failed: 'Failed to restore the template',
        refresh,
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
        refresh,
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
  const { api } = useRouter().options.context;
  const [fields, setFields] = useState({ name: template?.name ?? '', text: template?.text ?? '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const result = {
    onDone: onClose,
    failed: (error: unknown) => {
      const wrong = fieldErrorsOf(error);
      setErrors(wrong);
      if (Object.keys(wrong).length === 0) notifyFailed(error, 'Failed to save the template');
    },
    refresh: () => api.admin.replyTemplates.invalidate(),
  };
  const create = useMutation(
    api.admin.replyTemplates.create.mutationOptions(
      outcome({ done: success('Template added'), ...result }),
    ),
  );
  const update = useMutation(
    api.admin.replyTemplates.update.mutationOptions(
      outcome({ done: success('Template updated'), ...result }),
    ),
  );
  const isPending = create.isPending || update.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const checked = check(replyTemplateFieldsSchema, fields);
    setErrors(checked.errors ?? {});
    if (checked.errors) return;
    if (template) {
      update.mutate({ id: template.id, ...checked.data, expectedUpdatedAt: template.updatedAt });
    } else create.mutate(checked.data);
  };
  const title = template ? 'Edit template' : 'Add template';
  return (
    <Dialog onClose={onClose} title={title} centered size="lg">
      <form onSubmit={submit} noValidate aria-label={title}>
        <Stack gap="md">
          <TextInput
            label="Name"
            required
            maxLength={100}
            value={fields.name}
            error={errors.name}
            onChange={(event) => setFields({ ...fields, name: event.currentTarget.value })}
            data-autofocus
          />
          <Textarea
            label="Text"
            description={`Filled in when you select the template: ${placeholders.map((one) => `{{${one}}}`).join(', ')}`}
            required
            autosize
            minRows={6}
            maxLength={messageMax}
            value={fields.text}
            error={errors.text}
            onChange={(event) => setFields({ ...fields, text: event.currentTarget.value })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
