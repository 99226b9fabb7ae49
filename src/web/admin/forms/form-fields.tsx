import { Alert, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { createContext, useContext } from 'react';

import { whoFields } from '~/contract/forms/forms';
import { ReadOnly } from '~/web/admin/form/read-only';
import { textProps } from '~/web/admin/form/text-props';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import { FieldsField } from './fields-field';
import type { FormDraft } from './form-draft';

/** Keys of the open form's fields with answers. */
const AnsweredContext = createContext<readonly string[]>([]);
export const AnsweredProvider = AnsweredContext.Provider;

export function FormFields({ form }: { form: RecordForm<FormDraft> }) {
  const { draft, set, errorOf, errors } = form;
  const answered = useContext(AnsweredContext);
  const texts = textProps(form);
  return (
    <Stack gap="md">
      <ReadOnly>
        <TextInput
          label="Name"
          description="Shown in the inbox and to screen readers."
          required
          {...texts('name')}
        />
      </ReadOnly>
      <FieldsField
        fields={draft.fields}
        answered={answered}
        errors={errors}
        error={errorOf('fields')}
        onChange={(fields) => set('fields', fields)}
      />
      <WhoNote fields={draft.fields} />
      <ReadOnly>
        <Textarea
          label="Thank-you message"
          description="Shown after the form is sent."
          autosize
          minRows={2}
          {...texts('confirmation')}
        />
      </ReadOnly>
    </Stack>
  );
}

/** Shows which fields identify the sender. */
function WhoNote({ fields }: { fields: FormDraft['fields'] }) {
  const who = whoFields(fields);
  const labelOf = (key: string | undefined) => fields.find((field) => field.key === key)?.label;
  const said = [
    ['Their name', labelOf(who.name)],
    ['their email', labelOf(who.email)],
    ['their phone', labelOf(who.phone)],
    ['their company', labelOf(who.company)],
  ].filter(([, label]) => label !== undefined);
  if (!who.email && !who.phone) {
    return (
      <Alert color="yellow" title="How will you reply?">
        Please add an email or phone field so that you can reply.
      </Alert>
    );
  }
  return (
    <Text fz="sm" c="dimmed">
      Sender: {said.map(([what, label]) => `${what} is “${label}”`).join(', ')}. A text field with
      the key <code>name</code> is the name, one with <code>company</code> the company. Replies go
      to the first email or phone field.
    </Text>
  );
}
