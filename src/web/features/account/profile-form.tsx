import { useRouter } from '@tanstack/react-router';

import { nameMax } from '~/contract/common/limits';
import type { CurrentUser, ProfileFields } from '~/contract/identity/identity-schema';
import { useForm } from '~/web/lib/use-form';
import { Button } from '~/web/ui/button';
import { TextField } from '~/web/ui/field';
import { toast } from '~/web/ui/toast-store';
import { TryAgain } from '~/web/ui/try-again';
import styles from './page-account.module.css';

const loadSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.profileSchema);

export function ProfileForm({ viewer }: { viewer: CurrentUser }) {
  const { api, client } = useRouter().options.context;
  const { formProps, errors, pending, wait } = useForm<ProfileFields>({
    draft: { name: `profile:${viewer.id}`, keptWhile: 'sending' },
    loadSchema,
    send: async (fields) => {
      const user = await client.identity.changeProfile.mutate(fields);
      api.identity.viewer.setData(undefined, user);
      toast({ title: 'Profile Saved', description: 'Your name was changed.' });
    },
    failureText: 'Failed to save your profile. Please try again.',
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
      <TryAgain wait={wait} />
      <Button type="submit" disabled={pending || wait.isOn}>
        {pending ? 'Saving...' : 'Save'}
      </Button>
    </form>
  );
}
