import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { codeLength } from '~/contract/identity/identity';
import type { CurrentUser, EmailChange } from '~/contract/identity/identity-schema';
import { codeErrors, whereAnswered } from '~/web/lib/code-failure';
import { useForm } from '~/web/lib/use-form';
import { Button } from '~/web/ui/button';
import { CodeField } from '~/web/ui/code-field';
import { TextField } from '~/web/ui/field';
import { SubmitButton } from '~/web/ui/submit-button';
import { toast } from '~/web/ui/toast-store';
import styles from './page-account.module.css';

const invalidCode = 'Invalid OTP. Please try again.';

const loadEmailSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.emailChangeSchema);
const loadCodeSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.codeFormSchema);

interface Sent {
  email: string;
  demoCode: string | undefined;
}

/** Form that changes the email of the account, which a code verifies. */
export function EmailForm({ viewer }: { viewer: CurrentUser }) {
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const close = () => {
    setOpen(false);
    setSent(undefined);
  };
  if (!isOpen) {
    return (
      <div>
        <Button variant="outline" onClick={() => setOpen(true)}>
          Change email
        </Button>
      </div>
    );
  }
  return sent ? (
    <CodeForm sent={sent} onDone={close} onBack={() => setSent(undefined)} />
  ) : (
    <AddressForm viewer={viewer} onSent={setSent} onCancel={close} />
  );
}

function AddressForm(props: { viewer: CurrentUser; onSent(sent: Sent): void; onCancel(): void }) {
  const { client } = useRouter().options.context;
  const form = useForm<EmailChange>({
    loadSchema: loadEmailSchema,
    send: async ({ email }) => {
      const answer = await client.identity.sendEmailCode.mutate({ email });
      props.onSent({ email, demoCode: answer.demoCode });
    },
    failureText: 'Failed to send the code. Please try again.',
  });
  return (
    <form {...form.formProps} className={styles.form} aria-label="Change email">
      <TextField
        name="email"
        label="New email"
        type="email"
        autoComplete="email"
        hint={`We’ll send a code to this address. Until you enter it, ${props.viewer.email} stays in use.`}
        error={form.errors.email}
      />
      <div className={styles.actions}>
        <SubmitButton form={form} label="Send code" pendingLabel="Sending..." />
        <Button variant="link" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function CodeForm(props: { sent: Sent; onDone(): void; onBack(): void }) {
  const { email, demoCode } = props.sent;
  const { api, client } = useRouter().options.context;
  const form = useForm<{ otp: string }>({
    loadSchema: loadCodeSchema,
    send: async ({ otp }) => {
      const user = await client.identity.changeEmail.mutate({ email, otp });
      api.identity.viewer.setData(undefined, user);
      void api.identity.sessions.invalidate();
      toast({ title: 'Email changed', description: `You now sign in as ${user.email}.` });
      props.onDone();
    },
    failureText: (error) => whereAnswered(error, invalidCode),
    onFailed: (error) => codeErrors(error, invalidCode),
  });
  return (
    <form {...form.formProps} className={styles.form} aria-label="Confirm email">
      <p className={styles.note}>
        We sent a {codeLength}-digit code to <b>{email}</b>. It expires in ten minutes. Entering it
        signs out your other devices.
      </p>
      {demoCode && (
        <p className={styles.note} role="status">
          Demo mode: the code is <b>{demoCode}</b>
        </p>
      )}
      <CodeField
        name="otp"
        label="Code"
        length={codeLength}
        error={form.errors.otp}
        onFilled={() => void form.submit()}
      />
      <div className={styles.actions}>
        <SubmitButton form={form} label="Change email" pendingLabel="Checking..." />
        <Button variant="link" onClick={props.onBack}>
          Use another email
        </Button>
      </div>
    </form>
  );
}
