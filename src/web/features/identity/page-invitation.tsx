import { Link, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';

import { nameMax } from '~/contract/common/limits';
import type { AcceptInvitationFields, OpenInvitation } from '~/contract/identity/admins-schema';
import type { SecondFactorMethod } from '~/contract/identity/second-factors';
import { errorReasonOf, fieldErrorsOf } from '~/web/lib/api-error';
import { useForm } from '~/web/lib/use-form';
import { TextField } from '~/web/ui/field';
import { PasswordField } from '~/web/ui/password-field';
import { SubmitButton } from '~/web/ui/submit-button';
import { AdminFrame } from './admin-frame';
import { AuthPanel } from './auth-panel';
import styles from './auth-panel.module.css';

const AfterPassword = lazy(() =>
  import('./after-password').then((module) => ({ default: module.AfterPassword })),
);

const loadSchema = () =>
  import('~/contract/identity/admins-schema').then((module) => module.acceptInvitationFormSchema);

const enterPanel = () => window.location.replace('/admin');
const unreachable = 'This could not be loaded. Please try again.';
const incomplete = 'This link is incomplete. Please open it from the email or copy the whole link.';

/**
 * Page at the link of an invitation. The token is in the URL's fragment, which browsers do not send
 * to the server.
 */
export function PageInvitation() {
  const { client } = useRouter().options.context;
  const [token, setToken] = useState('');
  const [invitation, setInvitation] = useState<OpenInvitation>();
  const [problem, setProblem] = useState('');
  const [methods, setMethods] = useState<SecondFactorMethod[]>();

  useEffect(() => {
    const given = window.location.hash.slice(1);
    setToken(given);
    if (!given) return setProblem(incomplete);
    let isGone = false;
    client.identity.invitation.open.mutate({ token: given }).then(
      (opened) => !isGone && setInvitation(opened),
      (error) => !isGone && setProblem(errorReasonOf(error) ?? unreachable),
    );
    return () => {
      isGone = true;
    };
  }, [client]);

  if (methods) {
    return (
      <AdminFrame>
        <Suspense>
          <AfterPassword methods={methods} onIn={enterPanel} />
        </Suspense>
      </AdminFrame>
    );
  }
  return (
    <AdminFrame>
      {invitation ? (
        <AuthPanel
          title={`Welcome, ${invitation.name}`}
          lead={`You are invited to the admin panel as ${invitation.role}. Choose how you sign in.`}
        >
          <AcceptForm token={token} invitation={invitation} onSecondFactor={setMethods} />
        </AuthPanel>
      ) : (
        <AuthPanel title="Invitation" lead={problem ? '' : 'One moment, please.'}>
          {problem && (
            <>
              <p role="alert" className={styles.alert}>
                {problem}
              </p>
              <p className={styles.small}>
                Already have an account? <Link to="/cplogin">Sign in</Link>
              </p>
            </>
          )}
          <noscript>
            <p className={styles.lead}>Accepting an invitation needs JavaScript.</p>
          </noscript>
        </AuthPanel>
      )}
    </AdminFrame>
  );
}

function AcceptForm(props: {
  token: string;
  invitation: OpenInvitation;
  onSecondFactor(methods: SecondFactorMethod[]): void;
}) {
  const { token, invitation } = props;
  const { client } = useRouter().options.context;
  const [failure, setFailure] = useState('');
  const form = useForm<AcceptInvitationFields>({
    loadSchema,
    send: async (fields) => {
      setFailure('');
      const answer = await client.identity.invitation.accept.mutate({ ...fields, token });
      if ('secondFactor' in answer) props.onSecondFactor(answer.secondFactor.methods);
      else enterPanel();
    },
    onFailed: (error) => {
      const fields = fieldErrorsOf(error);
      const isOfField = Object.keys(fields).length > 0;
      setFailure(
        isOfField ? '' : (errorReasonOf(error) ?? 'Something went wrong. Please try again.'),
      );
      return fields;
    },
  });
  return (
    <form {...form.formProps} className={styles.form} aria-label="Accept the invitation">
      {failure && (
        <p role="alert" className={styles.alert}>
          {failure}
        </p>
      )}
      <TextField
        name="username"
        label="Username"
        autoComplete="username"
        maxLength={nameMax}
        defaultValue={invitation.username}
        error={form.errors.username}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters"
        error={form.errors.password}
      />
      <SubmitButton form={form} size="lg" label="Open the panel" pendingLabel="One moment..." />
    </form>
  );
}
