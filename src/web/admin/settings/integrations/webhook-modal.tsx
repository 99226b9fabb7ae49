import { Button, Checkbox, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { eventGroups, type WebhookEventType, webhookUrlMax } from '~/contract/webhooks/events';
import { type Webhook, webhookFieldsSchema } from '~/contract/webhooks/webhooks-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const kinds = [
  { value: 'standard', label: 'Standard Webhooks (JSON)' },
  { value: 'slack', label: 'Slack or Mattermost (text)' },
];

/** Formats an event such as 'Created' for 'quote.created'. */
const wordOf = (type: WebhookEventType): string => {
  const word = type.split('.')[1] ?? type;
  return word.charAt(0).toUpperCase() + word.slice(1);
};

/** Form of a webhook. */
export function WebhookModal(props: {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose(): void;
  onSecret(secret: string): void;
}) {
  const { onClose, onSecret, webhook } = props;
  const { api } = useRouter().options.context;
  const [fields, setFields] = useState({
    url: webhook?.url ?? '',
    kind: webhook?.kind ?? ('standard' as const),
    isAll: webhook ? webhook.events.includes('*') : true,
    events: webhook?.events.filter((one) => one !== '*') ?? [],
    enabled: webhook?.enabled ?? true,
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const failed = (error: unknown) => {
    const wrong = fieldErrorsOf(error);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) notifyFailed(error, 'Failed to save the webhook');
  };
  const create = useMutation(
    api.admin.webhooks.create.mutationOptions(
      outcome({
        done: success('Webhook added'),
        onDone: ({ secret }) => {
          onClose();
          onSecret(secret);
        },
        failed,
      }),
    ),
  );
  const update = useMutation(
    api.admin.webhooks.update.mutationOptions(
      outcome({ done: success('Webhook saved'), onDone: onClose, failed }),
    ),
  );
  const isPending = create.isPending || update.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const { isAll, events, ...rest } = fields;
    const checked = check(webhookFieldsSchema, { ...rest, events: isAll ? ['*'] : events });
    setErrors(checked.errors ?? {});
    if (checked.errors) return;
    if (webhook) update.mutate({ id: webhook.id, ...checked.data });
    else create.mutate(checked.data);
  };
  const title = webhook ? 'Edit webhook' : 'Add webhook';
  return (
    <Dialog onClose={onClose} title={title} centered size="lg">
      <form onSubmit={submit} noValidate aria-label={title}>
        <Stack gap="md">
          <TextInput
            label="URL"
            type="url"
            placeholder="https://"
            required
            maxLength={webhookUrlMax}
            value={fields.url}
            error={errors.url}
            onChange={(event) => setFields({ ...fields, url: event.currentTarget.value })}
            data-autofocus
          />
          <Select
            label="Format"
            data={kinds}
            value={fields.kind}
            allowDeselect={false}
            onChange={(kind) =>
              setFields({ ...fields, kind: kind === 'slack' ? 'slack' : 'standard' })
            }
          />
          <Events
            isAll={fields.isAll}
            value={fields.events}
            error={errors.events}
            onChange={(change) => setFields({ ...fields, ...change })}
          />
          <Switch
            label="Enabled"
            checked={fields.enabled}
            onChange={(event) => setFields({ ...fields, enabled: event.currentTarget.checked })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {webhook ? 'Save' : 'Add webhook'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Events(props: {
  isAll: boolean;
  value: WebhookEventType[];
  error: string | undefined;
  onChange(change: { isAll?: boolean; events?: WebhookEventType[] }): void;
}) {
  const { error, isAll, onChange, value } = props;
  return (
    <Stack gap="xs">
      <Switch
        label="All events"
        description="Includes events of later versions."
        checked={isAll}
        onChange={(event) => onChange({ isAll: event.currentTarget.checked })}
      />
      {!isAll && (
        <Checkbox.Group
          label="Events"
          required
          value={value}
          error={error}
          onChange={(given) => onChange({ events: given as WebhookEventType[] })}
        >
          <Stack gap="xs" mt={4}>
            {Object.entries(eventGroups).map(([group, types]) => (
              <Group key={group} gap="md">
                <span style={{ minWidth: '9rem' }}>{group}</span>
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    value={type}
                    label={wordOf(type)}
                    aria-label={`${group}: ${wordOf(type)}`}
                  />
                ))}
              </Group>
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
