import { useRouter } from '@tanstack/react-router';

import type { CurrentUser, ProfileFields } from '~/contract/identity/identity-schema';
import { useForm } from '~/web/lib/use-form';
import { NameFields } from '~/web/ui/person-fields';
import { SubmitButton } from '~/web/ui/submit-button';
import { toast } from '~/web/ui/toast-store';
import styles from './page-account.module.css';

const loadSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.profileSchema);

export function ProfileForm({ viewer }: { viewer: CurrentUser }) {
  const { api, client } = useRouter().options.context;
  const form = useForm<ProfileFields>({
    draft: { name: `profile:${viewer.id}`, keptWhile: 'sending' },
    loadSchema,
    send: async (fields) => {
      const user = await client.identity.changeProfile.mutate(fields);
      api.identity.viewer.setData(undefined, user);
      toast({ title: 'Profile saved', description: 'Your name was changed.' });
    },
    failureText: 'Failed to save your profile. Please try again.',
  });
  const { errors } = form;
  return (
    <form {...form.formProps} className={styles.form} aria-label="Profile">
      <div className={styles.names}>
        <NameFields errors={errors} values={viewer} />
      </div>
      <p className={styles.note}>You sign in as {viewer.email}.</p>
      <SubmitButton form={form} label="Save" pendingLabel="Saving..." />
    </form>
  );
}
