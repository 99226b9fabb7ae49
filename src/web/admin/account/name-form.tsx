import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { profileSchema } from '~/contract/identity/identity-schema';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Form for the admin's name, which clients and colleagues see. */
export function NameForm({ viewer }: { viewer: CurrentUser }) {
  const { api } = useRouter().options.context;
  const [fields, setFields] = useState({
    firstName: viewer.firstName,
    lastName: viewer.lastName,
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const change = useMutation(
    api.identity.changeProfile.mutationOptions(
      outcome({
        done: success('Name updated'),
        onDone: (user) => api.identity.viewer.setData(undefined, user),
        failed: (error) => {
          const wrong = fieldErrorsOf(error);
          setErrors(wrong);
          if (Object.keys(wrong).length === 0) notifyFailed(error, 'Failed to update your name');
        },
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const checked = check(profileSchema, fields);
    setErrors(checked.errors ?? {});
    if (!checked.errors) change.mutate(checked.data);
  };
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: errors[name],
    maxLength: 100,
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-label="Name">
      <Title order={2}>Name</Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" mt="xs">
          <Text c="dimmed" fz="sm">
            Shown on your messages and in the history. Earlier messages keep the old name. We send
            your emails to {viewer.email}.
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="First name" autoComplete="given-name" {...field('firstName')} />
            <TextInput label="Last name" autoComplete="family-name" {...field('lastName')} />
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={change.isPending}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
