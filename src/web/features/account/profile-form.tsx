import { useRouter } from '@tanstack/react-router';

import { nameMax } from '~/contract/common/limits';
import type { CurrentUser, ProfileFields } from '~/contract/identity/identity-schema';
import { errorMessageOf, fieldErrorsOf } from '~/web/lib/api-error';
import { useAuthForm } from '~/web/lib/use-auth-form';
import { Button } from '~/web/ui/button';
import { TextField } from '~/web/ui/field';
import { toast } from '~/web/ui/toast-store';
import styles from './page-account.module.css';

const loadSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.profileSchema);

export function ProfileForm({ viewer }: { viewer: CurrentUser }) {
  const { api, client } = useRouter().options.context;
  const { formProps, errors, pending } = useAuthForm<ProfileFields>({
    draftName: `profile:${viewer.id}`,
    loadSchema,
    send: async (fields) => {
      const user = await client.identity.changeProfile.mutate(fields);
      api.identity.viewer.setData(undefined, user);
      toast({ title: 'Profile Saved', description: 'Your name was changed.' });
    },
    onFailed: (error) => {
      toast({
        title: 'Error',
        description: errorMessageOf(error) ?? 'Failed to save your profile. Please try again.',
        variant: 'destructive',
      });
      return fieldErrorsOf(error);
    },
  });
  return (
    <form {...formProps} className={styles.form} aria-label="Profile">
      <div className={styles.names}>
        <TextField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          maxLength={nameMax}
          defaultValue={viewer.firstName}
          error={errors.firstName}
        />
        <TextField
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          maxLength={nameMax}
          defaultValue={viewer.lastName}
          error={errors.lastName}
        />
      </div>
      <p className={styles.note}>You sign in as {viewer.email}.</p>
      <Button type="submit" disabled={pending}>
        {pending ? 'Saving...' : 'Save'}
      </Button>
    </form>
  );
}
