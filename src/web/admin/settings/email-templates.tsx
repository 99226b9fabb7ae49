import { Badge, Button, Card, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type FocusEvent, useRef, useState } from 'react';

import {
  type EmailTemplateKey,
  type EmailWords,
  emailGroups,
  emailTemplateKeys,
  emailTemplates,
  variablesOf,
} from '~/contract/mail/email-templates';
import {
  emailDraftSchema,
  emailSubjectMax,
  emailTextMax,
} from '~/contract/mail/email-templates-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { type FieldEntry, FieldList, type FormOfFields } from '~/web/admin/form/field-list';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { check } from '~/web/lib/form-errors';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import './email-templates.css';

const defaultOf = (key: EmailTemplateKey): EmailWords => {
  const { subject, heading, text } = emailTemplates[key];
  return { subject, heading, text };
};

const isSame = (one: EmailWords, other: EmailWords) =>
  one.subject === other.subject && one.heading === other.heading && one.text === other.text;

/** List of the emails to clients whose texts can be changed, by group. */
export function EmailTemplates({ settings }: { settings: AllSettings }) {
  const [edited, setEdited] = useState<EmailTemplateKey>();
  const mayChange = useCan()('settings.write');
  const { emails } = settings;
  return (
    <>
      <div>
        <Title order={2}>Emails to clients</Title>
        <Text c="dimmed" fz="sm">
          Change the subject, heading and text. Amounts, links and the footer are always added.
          Emails about sign-in and deleted data can’t be changed.
        </Text>
      </div>
      {emailGroups.map((group) => (
        <Card key={group} withBorder component="section" aria-label={group}>
          <Title order={3} mb="xs">
            {group}
          </Title>
          {emailTemplateKeys
            .filter((key) => emailTemplates[key].group === group)
            .map((key) => (
              <Group key={key} justify="space-between" wrap="nowrap" className="email-template">
                <div>
                  <Group gap="xs">
                    <Text fw={600}>{emailTemplates[key].label}</Text>
                    {emails.value[key] && (
                      <Badge size="sm" variant="light">
                        Edited
                      </Badge>
                    )}
                  </Group>
                  <Text fz="sm" c="dimmed">
                    {(emails.value[key] ?? emailTemplates[key]).subject}
                  </Text>
                </div>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  flex="none"
                  aria-label={`${mayChange ? 'Edit' : 'View'} ${emailTemplates[key].label}`}
                  onClick={() => setEdited(key)}
                >
                  {mayChange ? 'Edit' : 'View'}
                </Button>
              </Group>
            ))}
        </Card>
      ))}
      {edited && (
        <EmailTemplateDialog
          templateKey={edited}
          emails={emails}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function EmailTemplateDialog(props: {
  templateKey: EmailTemplateKey;
  emails: AllSettings['emails'];
  onClose(): void;
}) {
  const { templateKey: key, onClose } = props;
  const { api } = useRouter().options.context;
  // Keeps the values from when the form was opened, so that a refetch does not hide another admin's change.
  const [emails] = useState(props.emails);
  return (
    <ActionDialog<EmailWords, EmailWords & { key: EmailTemplateKey }, unknown>
      title={emailTemplates[key].label}
      size="72rem"
      submitLabel="Save"
      keepAs={`email:${key}`}
      initial={emails.value[key] ?? defaultOf(key)}
      fields={(form) => [
        [
          <Words key="words" templateKey={key} form={form} />,
          <Preview key="preview" templateKey={key} words={form.draft} />,
        ],
      ]}
      schema={emailDraftSchema}
      input={(words) => ({ key, ...words })}
      mutation={{
        mutationFn: ({ key: _, ...words }) => {
          const { [key]: __, ...others } = emails.value;
          const value = isSame(words, defaultOf(key)) ? others : { ...others, [key]: words };
          return api.admin.settings.update
            .mutationOptions()
            .mutationFn({ key: 'emails', value, expectedUpdatedAt: emails.updatedAt });
        },
      }}
      outcome={{ done: success('Email updated'), failed: 'Failed to save the email' }}
      onClose={onClose}
    />
  );
}

/** Fields for the texts. Clicking a variable inserts it at the cursor. */
function Words(props: { templateKey: EmailTemplateKey; form: FormOfFields<EmailWords> }) {
  const { templateKey: key, form } = props;
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      field.current = target;
  };
  const insert = (variable: string) => {
    const name = (field.current?.name || 'text') as keyof EmailWords;
    const from = field.current?.selectionStart ?? form.draft[name].length;
    const to = field.current?.selectionEnd ?? from;
    form.change((before) => ({
      ...before,
      [name]: before[name].slice(0, from) + variable + before[name].slice(to),
    }));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + variable.length, from + variable.length);
    });
  };
  const fields: FieldEntry<EmailWords>[] = [
    { name: 'subject', label: 'Subject', required: true, maxLength: emailSubjectMax },
    { name: 'heading', label: 'Heading', required: true, maxLength: emailSubjectMax },
    {
      kind: 'area',
      name: 'text',
      label: 'Text',
      required: true,
      minRows: 7,
      maxRows: 16,
      maxLength: emailTextMax,
    },
  ];
  return (
    <Stack gap="md" onFocusCapture={remember}>
      <FieldList form={form} fields={fields} isFocused />
      <div>
        <Text fz="sm" fw={500}>
          Variables
        </Text>
        <Text fz="sm" c="dimmed">
          Click to insert at the cursor.
        </Text>
        <ul className="email-variables">
          {variablesOf(key).map((name) => (
            <li key={name}>
              <UnstyledButton onClick={() => insert(`{{${name}}}`)}>
                <span className="visually-hidden">Insert </span>
                <code>{`{{${name}}}`}</code>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </div>
      {!isSame(form.draft, defaultOf(key)) && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => form.change(() => defaultOf(key))}
        >
          Reset to default
        </Button>
      )}
    </Stack>
  );
}

/** Milliseconds between the last key press and the request. */
const pauseMs = 350;

/** The email with sample values, and a button that sends it to the admin. */
function Preview({ templateKey, words }: { templateKey: EmailTemplateKey; words: EmailWords }) {
  const { api } = useRouter().options.context;
  const mayChange = useCan()('settings.write');
  const [draft] = useDebouncedValue(words, pauseMs);
  const input = { key: templateKey, ...draft };
  const isValid = Object.keys(check(emailDraftSchema, input).errors ?? {}).length === 0;
  const { data } = useQuery(
    api.admin.settings.previewEmail.queryOptions(input, {
      enabled: isValid,
      placeholderData: (before) => before,
    }),
  );
  const test = useMutation(
    api.admin.settings.sendTestEmail.mutationOptions(
      outcome({ done: success('Test email sent to you'), failed: 'Failed to send the test email' }),
    ),
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fz="sm" fw={500}>
            Preview with sample data
          </Text>
          <Text fz="sm" c="dimmed">
            {data?.subject}
          </Text>
        </div>
        {mayChange && (
          <Button
            variant="default"
            size="xs"
            flex="none"
            loading={test.isPending}
            disabled={!isValid}
            onClick={() => test.mutate({ key: templateKey, ...words })}
          >
            Send me a test
          </Button>
        )}
      </Group>
      {/* The sandbox allows neither scripts nor new windows, so the links have no effect. */}
      <iframe
        className="email-preview"
        title="Preview of the email"
        sandbox=""
        tabIndex={-1}
        srcDoc={data?.html ?? ''}
      />
    </Stack>
  );
}
