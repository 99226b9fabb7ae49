import { errorReasonOf, errorStatusOf } from '~/web/lib/api-error';
import { useForm } from '~/web/lib/use-form';
import { SubmitButton } from '~/web/ui/submit-button';
import { AuthPanel } from './auth-panel';
import styles from './auth-panel.module.css';

const loadSchema = () =>
  import('~/contract/identity/identity-schema').then((module) => module.linkFormSchema);

const failureText = 'This link has expired. Please request a new one.';

/** Signs in with an emailed link, but only after a click, because mail scanners open links. */
export function LinkStep(props: { email: string; onConfirmed(): Promise<void> }) {
  const form = useForm<Record<string, never>>({
    loadSchema,
    send: () => props.onConfirmed(),
    failureText,
    onFailed: (error) => ({
      form: errorStatusOf(error) === 401 ? failureText : (errorReasonOf(error) ?? failureText),
    }),
  });
  const problem = (form.errors as { form?: string }).form;
  return (
    <AuthPanel
      title="Sign In"
      lead={
        <>
          You opened the link we sent to <b>{props.email}</b>.
        </>
      }
    >
      <form {...form.formProps} className={styles.form} aria-label="Sign In">
        {problem && (
          <p role="alert" className={styles.alert}>
            {problem}
          </p>
        )}
        <SubmitButton form={form} size="lg" label="Sign In" pendingLabel="Signing in..." />
      </form>
      <p className={styles.small}>
        Not you, or link expired? <a href="/auth/signin">Start again</a>.
      </p>
    </AuthPanel>
  );
}
