import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { errorReasonOf } from '~/web/lib/api-error';
import { useForm } from '~/web/lib/use-form';
import { SubmitButton } from '~/web/ui/submit-button';
import { AuthPanel } from './auth-panel';
import styles from './auth-panel.module.css';

const loadSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.linkFormSchema);

const incomplete = 'This link is incomplete. Please open it from the email, or copy all of it.';
const failureText = 'The email could not be restored. Please try again.';

/**
 * Page at the link that is sent to the old mailbox when the email of an account changes. Restores
 * the email after a click, because mail scanners open links. The token is in the URL's fragment,
 * which browsers do not send to the server.
 */
export function PageRestoreEmail() {
  const { client } = useRouter().options.context;
  const [restored, setRestored] = useState<string>();
  const [problem, setProblem] = useState('');
  const form = useForm<Record<string, never>>({
    loadSchema,
    send: async () => {
      const token = window.location.hash.slice(1);
      setProblem(token ? '' : incomplete);
      if (token) setRestored((await client.identity.restoreEmail.mutate({ token })).email);
    },
    onFailed: (error) => {
      setProblem(errorReasonOf(error) ?? failureText);
      return {};
    },
  });
  if (restored) {
    return (
      <AuthPanel
        title="Email restored"
        lead={
          <>
            Your account uses <b>{restored}</b> again. All devices were signed out.
          </>
        }
      >
        <p className={styles.small}>
          <Link to="/auth/signin">Sign in</Link>, and check your requests and details.
        </p>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel
      title="Restore your email"
      lead="The email of your account was changed. If this wasn’t you, restore the earlier one. This signs out all devices."
    >
      <form {...form.formProps} className={styles.form} aria-label="Restore your email">
        {problem && (
          <p role="alert" className={styles.alert}>
            {problem}
          </p>
        )}
        <SubmitButton form={form} size="lg" label="Restore email" pendingLabel="Restoring..." />
      </form>
      <p className={styles.small}>Was it you? Then there is nothing to do.</p>
    </AuthPanel>
  );
}
