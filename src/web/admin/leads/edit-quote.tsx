import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { companyMax, emailMax, nameMax, phoneMax } from '~/contract/common/limits';
import { type AdminQuote, quoteChangeSchema } from '~/contract/leads/leads-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Corrects of whom a quote is, or adds what was learned later, such as an email address. */
export function EditQuote({ quote, onClose }: { quote: AdminQuote; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { id, name, email, phone, company } = quote;
  const [fields, setFields] = useState({ name, email, phone, company });
  const [errors, setErrors] = useState<FieldErrors>({});
  const { quotes, inbox, conversations } = api.admin;
  const save = useMutation(
    quotes.change.mutationOptions(
      outcome({
        done: success('Contact details saved'),
        onDone: onClose,
        failed: (error) => {
          const wrong = fieldErrorsOf(error);
          setErrors(wrong);
          if (Object.keys(wrong).length === 0)
            notifyFailed(error, 'Failed to save the contact details');
        },
        refresh: () =>
          Promise.all([quotes.invalidate(), inbox.invalidate(), conversations.invalidate()]),
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const checked = check(quoteChangeSchema, { id, ...fields });
    setErrors(checked.errors ?? {});
    if (!checked.errors) save.mutate(checked.data);
  };
  const text = (key: keyof typeof fields, maxLength: number) => ({
    maxLength,
    value: fields[key],
    error: errors[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [key]: event.currentTarget.value }),
  });
  const isMoved = email !== '' && fields.email.trim().toLowerCase() !== email.toLowerCase();
  return (
    <Dialog onClose={onClose} title="Contact details" centered>
      <form onSubmit={submit} noValidate aria-label="Contact details">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Name" required {...text('name', nameMax)} data-autofocus />
            <TextInput label="Company" {...text('company', companyMax)} />
            <TextInput label="Phone" type="tel" {...text('phone', phoneMax)} />
            <TextInput label="Email" type="email" {...text('email', emailMax)} />
          </SimpleGrid>
          {isMoved && (
            <Text fz="sm" c="dimmed">
              Replies go to the new email. The private link sent to {email} stops working.
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
