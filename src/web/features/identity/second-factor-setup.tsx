import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { totpDigits } from '~/contract/identity/second-factors';
import type { TotpSetup } from '~/contract/identity/second-factors-schema';
import { errorReasonOf, fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation } from '~/web/lib/queries';
import { useForm } from '~/web/lib/use-form';
import { Button } from '~/web/ui/button';
import { TextField } from '~/web/ui/field';
import { SubmitButton } from '~/web/ui/submit-button';
import { RecoveryCodes } from './recovery-codes';
import styles from './second-factor.module.css';
import { usePasskeyStep } from './use-passkey-step';

const QrCode = lazy(() => import('~/web/ui/qr-code').then((one) => ({ default: one.QrCode })));

const loadCodeSchema = () =>
  import('~/contract/identity/second-factors-schema').then((module) => module.totpCodeSchema);

/** Setup for an admin who lacks a required second factor. The admin cannot continue without it. */
export function SecondFactorSetup({ onIn }: { onIn(): void }) {
  const { api, client } = useRouter().options.context;
  const [codes, setCodes] = useState<string[]>();
  const done = ({ recoveryCodes }: { recoveryCodes: string[] | null }) => {
    if (recoveryCodes) setCodes(recoveryCodes);
    else onIn();
  };
  const begin = useMutation(api.identity.secondFactor.beginTotp.mutationOptions());
  const passkey = usePasskeyStep(async ({ createPasskey }) => {
    const { secondFactor } = client.identity;
    const response = await createPasskey(await secondFactor.beginPasskey.mutate());
    done(await secondFactor.addPasskey.mutate({ name: 'First passkey', response }));
  });
  const problem =
    passkey.problem || (begin.error && (errorReasonOf(begin.error) ?? 'Please try again.'));

  if (codes) return <RecoveryCodes codes={codes} onDone={onIn} />;
  if (begin.data) return <TotpStep setup={begin.data} onDone={done} />;
  return (
    <div className={styles.step}>
      {problem && (
        <p role="alert" className={styles.alert}>
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button size="lg" disabled={begin.isPending} onClick={() => begin.mutate()}>
          Set up an authenticator app
        </Button>
        <Button size="lg" variant="outline" disabled={passkey.isPending} onClick={passkey.begin}>
          {passkey.isPending ? 'Waiting for the passkey...' : 'Set up a passkey'}
        </Button>
      </div>
      <p className={styles.note}>
        An app on your phone shows a new code every 30 seconds; a passkey is your fingerprint, face
        or security key. You can add the other one later.
      </p>
    </div>
  );
}

function TotpStep(props: {
  setup: TotpSetup;
  onDone(done: { recoveryCodes: string[] | null }): void;
}) {
  const { setup, onDone } = props;
  const { client } = useRouter().options.context;
  const form = useForm<{ code: string }>({
    loadSchema: loadCodeSchema,
    send: async ({ code }) =>
      onDone(await client.identity.secondFactor.confirmTotp.mutate({ code })),
    onFailed: (error) => ({
      code: errorReasonOf(error) ?? 'Something went wrong. Please try again.',
      ...fieldErrorsOf(error),
    }),
  });
  return (
    <form {...form.formProps} className={styles.step} aria-label="Authenticator app">
      <p>
        Scan this code with the app, or enter the key below it. Then enter the code that the app
        shows.
      </p>
      <Suspense>
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
      </Suspense>
      <p className={styles.secret}>{setup.secret}</p>
      <TextField
        name="code"
        label="Code from the app"
        autoComplete="one-time-code"
        maxLength={totpDigits + 2}
        error={form.errors.code}
      />
      <SubmitButton form={form} size="lg" label="Continue" pendingLabel="Checking..." />
    </form>
  );
}
