import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { type SecondFactorMethod, totpDigits } from '~/contract/identity/second-factors';
import { errorReasonOf } from '~/web/lib/api-error';
import { useForm } from '~/web/lib/use-form';
import { Button } from '~/web/ui/button';
import { TextField } from '~/web/ui/field';
import { SubmitButton } from '~/web/ui/submit-button';
import styles from './second-factor.module.css';
import { usePasskeyStep } from './use-passkey-step';

const loadCodeSchema = () =>
  import('~/contract/identity/second-factors-schema').then((module) =>
    module.secondFactorCodeSchema.pick({ code: true }),
  );

const wayNames: Record<SecondFactorMethod, string> = {
  totp: 'Use a code from the app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};

interface StepProps {
  onIn(): void;
}

/** Second factor after the password, by any method that the admin has set up. */
export function SecondFactorStep(props: StepProps & { methods: SecondFactorMethod[] }) {
  const { methods, onIn } = props;
  const [method, setMethod] = useState(methods[0] ?? 'recovery');
  return (
    <div className={styles.step}>
      {method === 'passkey' ? (
        <PasskeyStep onIn={onIn} />
      ) : (
        <CodeStep key={method} method={method} onIn={onIn} />
      )}
      <div className={styles.others}>
        {methods
          .filter((one) => one !== method)
          .map((one) => (
            <Button key={one} variant="link" onClick={() => setMethod(one)}>
              {wayNames[one]}
            </Button>
          ))}
      </div>
    </div>
  );
}

function CodeStep({ method, onIn }: StepProps & { method: 'totp' | 'recovery' }) {
  const { client } = useRouter().options.context;
  const form = useForm<{ code: string }>({
    loadSchema: loadCodeSchema,
    send: ({ code }) => client.identity.secondFactor.verify.mutate({ method, code }),
    onSent: onIn,
    onFailed: (error) => ({
      code: errorReasonOf(error) ?? 'Something went wrong. Please try again.',
    }),
  });
  const isApp = method === 'totp';
  return (
    <form {...form.formProps} className={styles.step} aria-label="Second factor">
      <TextField
        key={method}
        name="code"
        label={isApp ? 'Code from your authenticator app' : 'Recovery code'}
        hint={isApp ? `${totpDigits} digits, new every 30 seconds` : 'Each code works once'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        maxLength={isApp ? totpDigits + 2 : 40}
        error={form.errors.code}
      />
      <SubmitButton form={form} size="lg" label="Continue" pendingLabel="Checking..." />
    </form>
  );
}

function PasskeyStep({ onIn }: StepProps) {
  const { client } = useRouter().options.context;
  const { secondFactor } = client.identity;
  const step = usePasskeyStep(async ({ signWithPasskey }) => {
    const response = await signWithPasskey(await secondFactor.passkeyOptions.mutate());
    await secondFactor.verifyPasskey.mutate({ response });
    onIn();
  });
  return (
    <>
      {step.problem && (
        <p role="alert" className={styles.alert}>
          {step.problem}
        </p>
      )}
      <Button size="lg" disabled={step.isPending} onClick={step.begin}>
        {step.isPending ? 'Waiting for the passkey...' : 'Continue with a passkey'}
      </Button>
    </>
  );
}
