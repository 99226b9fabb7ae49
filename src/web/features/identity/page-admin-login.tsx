import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { nameMax } from '~/contract/common/limits';
import type { AdminLoginFields } from '~/contract/identity/identity-schema';
import type { SecondFactorMethod } from '~/contract/identity/second-factors';
import { errorReasonOf } from '~/web/lib/api-error';
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
  import('~/contract/identity/identity-schema').then((module) => module.adminLoginSchema);
const failureText = 'Login failed. Please check your credentials.';

const route = getRouteApi('/cplogin');

export function PageAdminLogin() {
  const { next } = route.useSearch();
  const { client } = useRouter().options.context;
  const [failure, setFailure] = useState('');
  const [methods, setMethods] = useState<SecondFactorMethod[]>();
  // Loads a new page, because the panel shares nothing with public pages.
  const enterPanel = () => window.location.replace(next ?? '/admin');
  const form = useForm<AdminLoginFields>({
    loadSchema,
    send: async (fields) => {
      setFailure('');
      const answer = await client.identity.signInAdmin.mutate(fields);
      if ('secondFactor' in answer) setMethods(answer.secondFactor.methods);
      else enterPanel();
    },
    onFailed: (error) => {
      setFailure(errorReasonOf(error) ?? failureText);
      return undefined;
    },
  });
  const { errors } = form;
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
      <AuthPanel
        title="Admin Login"
        lead={
          <>
            For the agency’s team. <Link to="/auth/signin">Clients sign in here</Link>.
          </>
        }
      >
        <form {...form.formProps} className={styles.form} aria-label="Admin Login">
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
            error={errors.username}
          />
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            error={errors.password}
          />
          <SubmitButton form={form} size="lg" label="Sign In" pendingLabel="Signing in..." />
          <noscript>
            <p className={styles.lead}>Signing in needs JavaScript.</p>
          </noscript>
        </form>
      </AuthPanel>
    </AdminFrame>
  );
}
