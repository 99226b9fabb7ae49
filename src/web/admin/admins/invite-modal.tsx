import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { emailMax, nameMax } from '~/contract/common/limits';
import { invitationSchema } from '~/contract/identity/admins-schema';
import type { AdminRole } from '~/contract/identity/roles';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { RoleSelect } from './role-select';

/** Mails a link with which a new admin joins. */
export function InviteModal({ onClose }: { onClose(): void }) {
  const { api } = useRouter().options.context;
  const [fields, setFields] = useState({ email: '', name: '', role: 'editor' as AdminRole });
  const [errors, setErrors] = useState<FieldErrors>({});
  const invite = useMutation(
    api.admin.admins.invite.mutationOptions(
      outcome({
        done: ({ email }) => success(`Invitation sent to ${email}`),
        onDone: onClose,
        failed: (error) => {
          const wrong = fieldErrorsOf(error);
          setErrors(wrong);
          if (Object.keys(wrong).length === 0) notifyFailed(error, 'Failed to send the invitation');
        },
        refresh: () => api.admin.admins.invalidate(),
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const checked = check(invitationSchema, fields);
    setErrors(checked.errors ?? {});
    if (!checked.errors) invite.mutate(checked.data);
  };
  return (
    <Dialog onClose={onClose} title="Invite an admin" centered>
      <form onSubmit={submit} noValidate aria-label="Invite an admin">
        <Stack gap="md">
          <TextInput
            label="Name"
            maxLength={nameMax}
            value={fields.name}
            error={errors.name}
            onChange={(event) => setFields({ ...fields, name: event.currentTarget.value })}
            data-autofocus
          />
          <TextInput
            type="email"
            label="Email"
            description="We email a link that works once and expires in 48 hours."
            maxLength={emailMax}
            value={fields.email}
            error={errors.email}
            onChange={(event) => setFields({ ...fields, email: event.currentTarget.value })}
          />
          <RoleSelect
            role={fields.role}
            error={errors.role}
            onChange={(role) => setFields({ ...fields, role })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={invite.isPending}>
              Send invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
