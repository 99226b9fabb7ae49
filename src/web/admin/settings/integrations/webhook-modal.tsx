import { useRouter } from '@tanstack/react-router';

import { eventGroups, type WebhookEventType, webhookUrlMax } from '~/contract/webhooks/events';
import {
  type Webhook,
  type WebhookFields,
  webhookFieldsSchema,
} from '~/contract/webhooks/webhooks-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';
import { CheckboxRows } from './checkbox-rows';

const kinds = [
  { value: 'standard', label: 'Standard Webhooks (JSON)' },
  { value: 'slack', label: 'Slack or Mattermost (text)' },
];

/** Returns the label of an event, such as 'Created' for 'quote.created'. */
const wordOf = (type: WebhookEventType): string => {
  const word = type.split('.')[1] ?? type;
  return word.charAt(0).toUpperCase() + word.slice(1);
};
const eventRows = Object.entries(eventGroups).map(([noun, { types }]) => ({
  noun,
  options: types.map((value) => ({ value, label: wordOf(value) })),
}));

/** Form of a webhook. */
export function WebhookModal(props: {
  /** Webhook to change; undefined for a new one. */
  webhook: Webhook | undefined;
  onClose(): void;
  onSecret(secret: string): void;
}) {
  const { onClose, onSecret, webhook } = props;
  const { create, update } = useRouter().options.context.api.admin.webhooks;
  const save = (fields: WebhookFields): Promise<Webhook & { secret?: string }> =>
    webhook
      ? update.mutationOptions().mutationFn({ id: webhook.id, ...fields })
      : create.mutationOptions().mutationFn(fields);
  return (
    <ActionDialog
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      size="lg"
      submitLabel={webhook ? 'Save' : 'Add webhook'}
      initial={{
        url: webhook?.url ?? '',
        kind: webhook?.kind ?? ('standard' as const),
        isAll: webhook ? webhook.events.includes('*') : true,
        events: webhook?.events.filter((one) => one !== '*') ?? [],
        enabled: webhook?.enabled ?? true,
      }}
      fields={({ draft, change, errorOf }) => [
        {
          name: 'url',
          label: 'URL',
          type: 'url',
          placeholder: 'https://',
          required: true,
          maxLength: webhookUrlMax,
        },
        { kind: 'select', name: 'kind', label: 'Format', options: kinds },
        {
          kind: 'switch',
          name: 'isAll',
          label: 'All events',
          description: 'Includes events of later versions.',
        },
        !draft.isAll && (
          <CheckboxRows
            key="events"
            label="Events"
            rows={eventRows}
            value={draft.events}
            error={errorOf('events')}
            onChange={(events) => change((before) => ({ ...before, events }))}
          />
        ),
        { kind: 'switch', name: 'enabled', label: 'Enabled' },
      ]}
      schema={webhookFieldsSchema}
      input={({ isAll, events, ...rest }): WebhookFields => ({
        ...rest,
        events: isAll ? ['*'] : events,
      })}
      mutation={{ mutationFn: save }}
      outcome={{
        done: success(webhook ? 'Webhook saved' : 'Webhook added'),
        failed: 'Failed to save the webhook',
        onDone: ({ secret }) => {
          onClose();
          if (secret) onSecret(secret);
        },
      }}
      onClose={onClose}
    />
  );
}
