import {
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { companyMax, emailMax, nameMax, phoneMax, textMax } from '~/contract/common/limits';
import { enteredQuoteSchema } from '~/contract/leads/leads-schema';
import { type EnteredSource, enteredSources } from '~/contract/leads/quote-sources';
import { useKeptFields } from '~/web/admin/form/use-kept-fields';
import { OtherQuote, sameWords } from '~/web/admin/leads/quote-merging';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const sourceNames: Record<EnteredSource, string> = {
  phone: 'Phone',
  event: 'Event',
  referral: 'Referral',
  other: 'Other',
};

/** Enters a lead that came by another way than a form. */
export function EnterQuote({ onClose }: { onClose(): void }) {
  const { api } = useRouter().options.context;
  const { change } = useAdminSearch();
  const { fields, setFields, forget } = useKeptFields('enter-quote', {
    name: '',
    phone: '',
    email: '',
    company: '',
    projectDetails: '',
    source: 'phone',
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const enter = useMutation(
    api.admin.quotes.enter.mutationOptions(
      outcome({
        done: ({ name }) => success(`Lead ${name} saved`),
        // In place of the form, which Back would open again.
        onDone: ({ id }) => {
          forget();
          void change({ open: id }, true);
        },
        failed: (error) => {
          const wrong = fieldErrorsOf(error);
          setErrors(wrong);
          if (Object.keys(wrong).length === 0) notifyFailed(error, 'Failed to save the lead');
        },
        refresh: () =>
          Promise.all([api.admin.quotes.invalidate(), api.admin.overview.invalidate()]),
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (enter.isPending) return;
    const checked = check(enteredQuoteSchema, fields);
    setErrors(checked.errors ?? {});
    if (!checked.errors) enter.mutate(checked.data);
  };
  const text = (key: keyof typeof fields, maxLength: number) => ({
    maxLength,
    value: fields[key],
    error: errors[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [key]: event.currentTarget.value }),
  });
  return (
    <Dialog onClose={onClose} title="Add lead" centered size="lg">
      <form onSubmit={submit} noValidate aria-label="Add lead">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Name" required {...text('name', nameMax)} data-autofocus />
            <TextInput label="Company" {...text('company', companyMax)} />
            <TextInput label="Phone" type="tel" {...text('phone', phoneMax)} />
            <TextInput label="Email" type="email" {...text('email', emailMax)} />
          </SimpleGrid>
          <Similar fields={fields} />
          <Textarea
            label="Project details"
            required
            autosize
            minRows={3}
            {...text('projectDetails', textMax)}
          />
          <NativeSelect
            label="Source"
            value={fields.source}
            data={enteredSources.map((value) => ({ value, label: sourceNames[value] }))}
            onChange={(event) => setFields({ ...fields, source: event.currentTarget.value })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={enter.isPending}>
              Save lead
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const askAfterMs = 400;

/** Quotes that may be of the same sender, while the new one is entered. */
function Similar({ fields }: { fields: { email: string; phone: string; company: string } }) {
  const { api } = useRouter().options.context;
  const { email, phone, company } = fields;
  const [typed] = useDebouncedValue(JSON.stringify({ email, phone, company }), askAfterMs);
  const { data = [] } = useQuery(
    api.admin.quotes.similar.queryOptions(JSON.parse(typed), {
      enabled: Object.values(JSON.parse(typed) as object).some(Boolean),
    }),
  );
  if (data.length === 0) return null;
  return (
    <section aria-label="Asked before" role="status">
      <Text fz="sm" fw={600}>
        Possible duplicates
      </Text>
      {data.map(({ id, name, same, serviceName, createdAt }) => (
        <OtherQuote
          key={id}
          id={id}
          name={name}
          facts={
            <>
              {[sameWords[same], serviceName].filter(Boolean).join(', ')}, <When at={createdAt} />
            </>
          }
        />
      ))}
    </section>
  );
}
