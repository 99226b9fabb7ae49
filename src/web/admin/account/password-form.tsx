import { Button, Group, Paper, PasswordInput, Stack, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { changePasswordSchema } from '~/contract/identity/second-factors-schema';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const empty = { password: '', newPassword: '' };

export function PasswordForm() {
  const { api } = useRouter().options.context;
  const [fields, setFields] = useState(empty);
  const [errors, setErrors] = useState<FieldErrors>({});
  const change = useMutation(
    api.admin.account.changePassword.mutationOptions(
      outcome({
        done: success('Password updated. You are signed out everywhere else.'),
        onDone: () => setFields(empty),
        failed: (error) => {
          const wrong = fieldErrorsOf(error);
          setErrors(wrong);
          if (Object.keys(wrong).length === 0)
            notifyFailed(error, 'Failed to update your password');
        },
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const checked = check(changePasswordSchema, fields);
    setErrors(checked.errors ?? {});
    if (!checked.errors) change.mutate(checked.data);
  };
  return (
    <Paper withBorder p="lg" component="section" aria-label="Password">
      <Title order={2}>Password</Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" mt="md" maw="24rem">
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={fields.password}
            error={errors.password}
            onChange={(event) => setFields({ ...fields, password: event.currentTarget.value })}
          />
          <PasswordInput
            label="New password"
            description="At least 8 characters"
            autoComplete="new-password"
            value={fields.newPassword}
            error={errors.newPassword}
            onChange={(event) => setFields({ ...fields, newPassword: event.currentTarget.value })}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
