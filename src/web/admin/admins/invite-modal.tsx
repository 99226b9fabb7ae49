import { useRouter } from '@tanstack/react-router';

import { emailMax, nameMax } from '~/contract/common/limits';
import { invitationSchema } from '~/contract/identity/admins-schema';
import type { AdminRole } from '~/contract/identity/roles';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';
import { RoleSelect } from './role-select';

/** Emails an invitation link to a new admin. */
export function InviteModal({ onClose }: { onClose(): void }) {
  const { admins } = useRouter().options.context.api.admin;
  return (
    <ActionDialog
      title="Invite an admin"
      submitLabel="Send invitation"
      keepAs="invite-admin"
      initial={{ email: '', name: '', role: 'editor' as AdminRole }}
      fields={({ draft, change, errorOf }) => [
        { name: 'name', label: 'Name', maxLength: nameMax },
        {
          name: 'email',
          label: 'Email',
          type: 'email',
          description: 'We email a link that works once and expires in 48 hours.',
          maxLength: emailMax,
        },
        <RoleSelect
          key="role"
          role={draft.role}
          error={errorOf('role')}
          onChange={(role) => change((before) => ({ ...before, role }))}
        />,
      ]}
      schema={invitationSchema}
      input={(draft) => draft}
      mutation={admins.invite.mutationOptions()}
      outcome={{
        done: ({ email }) => success(`Invitation sent to ${email}`),
        failed: 'Failed to send the invitation',
      }}
      onClose={onClose}
    />
  );
}
