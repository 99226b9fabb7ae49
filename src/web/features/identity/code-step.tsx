import type { ReactNode } from 'react';

import { codeLength } from '~/contract/identity/identity';
import { codeErrors, whereAnswered } from '~/web/lib/code-failure';
import { useForm } from '~/web/lib/use-form';
import { Button } from '~/web/ui/button';
import { CodeField } from '~/web/ui/code-field';
import { SubmitButton } from '~/web/ui/submit-button';
import { AuthPanel } from './auth-panel';
import styles from './auth-panel.module.css';
import type { useCodes } from './use-codes';

const loadSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.codeFormSchema);

const failureText = 'Invalid OTP. Please try again.';

/** Second step of signing in or signing up: entering the emailed code. */
export function CodeStep(props: {
  email: string;
  codes: ReturnType<typeof useCodes>;
  submitLabel: string;
  backLabel: string;
  onBack(): void;
  onCode(otp: string): Promise<unknown>;
  /** Note beside the code that demo mode shows. */
  demoNote?: ReactNode;
}) {
  const { email, codes } = props;
  const form = useForm<{ otp: string }>({
    loadSchema,
    send: ({ otp }) => props.onCode(otp),
    failureText: (error) => whereAnswered(error, failureText),
    onFailed: (error) => codeErrors(error, failureText),
  });
  const { errors, wait, submit } = form;
  const resend = () =>
    codes
      .resend(email)
      .then(wait.end)
      .catch((error: unknown) => codes.failed(error, 'Failed to resend OTP. Please try again.'));

  if (codes.isByLink) {
    return (
      <AuthPanel
        title="Verify Your Email"
        scene="hover"
        lead={
          <>
            Someone entered several wrong codes for this address, so we sent a link instead. Open
            the link in the email to <b>{email}</b> to continue. It expires in ten minutes.
          </>
        }
      >
        <div className={styles.quietly}>
          <Button variant="link" onClick={resend} disabled={codes.wait > 0}>
            {codes.wait > 0 ? `Send again in ${codes.wait} s` : 'Send again'}
          </Button>
          <Button variant="link" onClick={props.onBack}>
            {props.backLabel}
          </Button>
        </div>
      </AuthPanel>
    );
  }
  return (
    <AuthPanel
      title="Verify Your Email"
      scene="hover"
      lead={
        <>
          We sent a {codeLength}-digit code to <b>{email}</b>. It expires in ten minutes.
        </>
      }
    >
      {codes.demoCode && (
        <div className={styles.demo}>
          <p role="status">
            Demo mode: the code is <b>{codes.demoCode}</b>
          </p>
          {props.demoNote}
        </div>
      )}
      <form {...form.formProps} className={styles.form} aria-label="Verify Your Email">
        <CodeField
          name="otp"
          label="Code"
          length={codeLength}
          onFilled={() => void submit()}
          error={errors.otp}
        />
        <SubmitButton form={form} size="lg" label={props.submitLabel} pendingLabel="Verifying..." />
        <div className={styles.quietly}>
          <Button variant="link" onClick={resend} disabled={codes.wait > 0}>
            {codes.wait > 0 && !wait.isOn ? `Resend OTP in ${codes.wait} s` : 'Resend OTP'}
          </Button>
          <Button variant="link" onClick={props.onBack}>
            {props.backLabel}
          </Button>
        </div>
      </form>
      <p className={styles.small}>
        No email? Check your spam folder; it should arrive within a minute.
      </p>
    </AuthPanel>
  );
}
