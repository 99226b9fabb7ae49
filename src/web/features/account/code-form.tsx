import { codeLength } from '~/contract/identity/identity';
import { codeErrors, whereAnswered } from '~/web/lib/code-failure';
import { useForm } from '~/web/lib/use-form';
import { Button } from '~/web/ui/button';
import { CodeField } from '~/web/ui/code-field';
import { SubmitButton } from '~/web/ui/submit-button';
import styles from './page-account.module.css';

const invalidCode = 'Invalid OTP. Please try again.';

const loadCodeSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.codeFormSchema);

/** Form that confirms an action with a code which was sent to the client's own email. */
export function CodeForm(props: {
  /** Accessible name of the form. */
  title: string;
  email: string;
  /** The code itself, only in demo mode. */
  demoCode: string | undefined;
  label: string;
  send(otp: string): Promise<void>;
  onCancel(): void;
}) {
  const { demoCode } = props;
  const form = useForm<{ otp: string }>({
    loadSchema: loadCodeSchema,
    send: ({ otp }) => props.send(otp),
    failureText: (error) => whereAnswered(error, invalidCode),
    onFailed: (error) => codeErrors(error, invalidCode),
  });
  return (
    <form {...form.formProps} className={styles.form} aria-label={props.title}>
      <p className={styles.note}>
        We sent a {codeLength}-digit code to <b>{props.email}</b>. It expires in ten minutes.
      </p>
      {demoCode && (
        <p className={styles.note} role="status">
          Demo mode: the code is <b>{demoCode}</b>
        </p>
      )}
      <CodeField name="otp" label="Code" length={codeLength} error={form.errors.otp} />
      <div className={styles.actions}>
        <SubmitButton form={form} label={props.label} pendingLabel="Checking..." />
        <Button variant="link" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
