import { Alert, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { createContext, useContext } from 'react';

import { whoFields } from '~/contract/forms/forms';
import { ReadOnly } from '~/web/admin/form/read-only';
import { textProps } from '~/web/admin/form/text-props';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import { FieldsField } from './fields-field';
import type { FormDraft } from './form-draft';

/** Keys of fields that were answered, of the form that is open. */
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
          description="In the inbox, and for people who cannot see the form."
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
          label="Once it is sent"
          description="What the sender reads in place of the form."
          autosize
          minRows={2}
          {...texts('confirmation')}
        />
      </ReadOnly>
    </Stack>
  );
}

/** Which fields say who has sent it. */
function WhoNote({ fields }: { fields: FormDraft['fields'] }) {
  const who = whoFields(fields);
  const labelOf = (key: string | undefined) => fields.find((field) => field.key === key)?.label;
  const said = [
    ['Their name', labelOf(who.name)],
    ['their e-mail', labelOf(who.email)],
    ['their phone', labelOf(who.phone)],
    ['their company', labelOf(who.company)],
  ].filter(([, label]) => label !== undefined);
  if (!who.email && !who.phone) {
    return (
      <Alert color="yellow" title="How is it answered?">
        Please add a field for an e-mail address or a phone number: without one, you could not
        answer what is sent.
      </Alert>
    );
  }
  return (
    <Text fz="sm" c="dimmed">
      Who has sent it: {said.map(([what, label]) => `${what} is “${label}”`).join(', ')}. A text
      with the key <code>name</code> is the name, one with <code>company</code> the company; the
      first e-mail and the first phone are how they are answered.
    </Text>
  );
}
