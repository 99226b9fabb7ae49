import { useRouter } from '@tanstack/react-router';

import type { DeclineForm as Fields } from '~/contract/proposals/proposals-schema';
import { useForm } from '~/web/lib/use-form';
import { TextAreaField } from '~/web/ui/field';
import { SubmitButton } from '~/web/ui/submit-button';
import type { Decision } from './accept-form';
import styles from './page-proposal.module.css';

const loadSchema = () =>
  import('~/contract/proposals/proposals-schema').then((module) => module.declineFormSchema);

/** Form that declines a proposal, with an optional reason. */
export function DeclineForm({ token, proposal, onDecided, onFailed }: Decision) {
  const { client } = useRouter().options.context;
  const form = useForm<Fields>({
    draft: { name: `proposal-${proposal.number}-decline`, keptWhile: 'typing' },
    loadSchema,
    failureText: 'The proposal could not be declined. Please try again.',
    send: async ({ reason }) => {
      try {
        onDecided(await client.proposals.decline.mutate({ token, ...(reason && { reason }) }));
      } catch (error) {
        await onFailed(error);
        throw error;
      }
    },
  });
  return (
    <details className={styles.decline}>
      <summary>Decline instead</summary>
      <form {...form.formProps} className={styles.form} aria-label="Decline the proposal">
        <TextAreaField
          name="reason"
          label="What would need to change?"
          optional
          maxLength={2000}
          error={form.errors.reason}
        />
        <div className={styles.outlined}>
          <SubmitButton form={form} label="Decline the proposal" pendingLabel="One moment..." />
        </div>
      </form>
    </details>
  );
}
