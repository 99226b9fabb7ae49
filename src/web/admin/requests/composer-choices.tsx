import { Checkbox, Group, Switch } from '@mantine/core';

import type { AdminMessage } from '~/contract/threads/threads-schema';
import { markOfMail } from '~/web/admin/leads/mail-words';
import type { ComposerChoices } from '~/web/features/threads/composer';

const internal = 'Internal';

/** Options of an admin's message: who can read it, files to approve, and whether a reply is expected. */
export const adminChoices: ComposerChoices = {
  sendLabel: (options) => (options.internal ? 'Save internal note' : 'Send to client'),
  markOf: (options) => (options.internal ? internal : undefined),
  Fields({ files, options, onChange }) {
    const { deliverableIds = [] } = options;
    return (
      <div className="composer-choices">
        <Switch
          label="Internal note"
          checked={options.internal ?? false}
          // Sets no other options, because clients cannot see internal messages.
          onChange={(event) => onChange(event.currentTarget.checked ? { internal: true } : {})}
        />
        {!options.internal && (
          <Checkbox
            label="Mark as waiting on client"
            checked={options.waiting ?? false}
            onChange={(event) => {
              const { waiting: _, ...others } = options;
              onChange(event.currentTarget.checked ? { ...others, waiting: true } : others);
            }}
          />
        )}
        {!options.internal && (
          <Checkbox
            label="Pin for the client"
            checked={options.pinned ?? false}
            onChange={(event) => {
              const { pinned: _, ...others } = options;
              onChange(event.currentTarget.checked ? { ...others, pinned: true } : others);
            }}
          />
        )}
        {!options.internal && files.length > 0 && (
          <Checkbox.Group
            label="Ask for approval"
            value={deliverableIds.map(String)}
            onChange={(ids) => onChange({ ...options, deliverableIds: ids.map(Number) })}
          >
            <Group gap="xs" mt={6}>
              {files.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={name} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
      </div>
    );
  },
};

/** Returns the label of a message in the thread. */
export const markOfMessage = (
  message: Pick<AdminMessage, 'internal' | 'origin' | 'possiblyAutomatic'>,
) => markOfMail(message) ?? (message.internal ? internal : undefined);
