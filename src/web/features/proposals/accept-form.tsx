import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';

import { centsToAmount, formatAmount } from '~/contract/common/currencies';
import { nameMax } from '~/contract/common/limits';
import { totalsOf } from '~/contract/documents/money';
import type { AcceptanceForm, ClientProposal } from '~/contract/proposals/proposals-schema';
import { useForm } from '~/web/lib/use-form';
import { TextField } from '~/web/ui/field';
import { SubmitButton } from '~/web/ui/submit-button';
import styles from './page-proposal.module.css';

const loadSchema = () =>
  import('~/contract/proposals/proposals-schema').then((module) => module.acceptanceFormSchema);

/** What both ways to decide take. */
export interface Decision {
  token: string;
  proposal: ClientProposal;
  chosen: readonly number[];
  onDecided(proposal: ClientProposal): void;
  onFailed(error: unknown): Promise<void>;
}

/** Accepts a proposal by a typed name and a tick. */
export function AcceptForm({ token, proposal, chosen, onDecided, onFailed }: Decision) {
  const { client } = useRouter().options.context;
  const id = useId();
  const { currency, number, contentHash } = proposal;
  const total = centsToAmount(totalsOf(proposal, currency, chosen).totalCents, currency);
  const form = useForm<AcceptanceForm>({
    draft: { name: `proposal-${number}`, keptWhile: 'typing' },
    loadSchema,
    failureText: 'The proposal could not be accepted. Please try again.',
    send: async ({ name }) => {
      try {
        const optionalItems = [...chosen];
        const fields = { token, name, agreed: true as const, contentHash, optionalItems };
        onDecided(await client.proposals.accept.mutate(fields));
      } catch (error) {
        await onFailed(error);
        throw error;
      }
    },
  });
  // The tick was for another version.
  const agreed = useRef<HTMLInputElement>(null);
  const [seen, setSeen] = useState({ contentHash, total });
  const isChanged = seen.contentHash !== contentHash;
  useEffect(() => {
    if (isChanged && agreed.current) agreed.current.checked = false;
  }, [isChanged]);
  return (
    <form {...form.formProps} className={styles.form} aria-label="Accept the proposal">
      {isChanged && (
        <p role="status" className={styles.changed}>
          The proposal came to {formatAmount(seen.total, currency)} when you opened it, and comes to{' '}
          {formatAmount(total, currency)} now. Please read it again, then tick the box again.
        </p>
      )}
      <TextField
        name="name"
        label="Your full name"
        autoComplete="name"
        maxLength={nameMax}
        hint="Your typed name is your signature."
        error={form.errors.name}
      />
      <div>
        <label className={styles.agree}>
          <input
            ref={agreed}
            type="checkbox"
            name="agreed"
            onChange={() => setSeen({ contentHash, total })}
            aria-invalid={form.errors.agreed ? true : undefined}
            aria-describedby={form.errors.agreed ? `${id}-agreed` : undefined}
          />
          <span>
            I accept the proposal {number} for {formatAmount(total, currency)} and its terms.
          </span>
        </label>
        {form.errors.agreed && (
          <p id={`${id}-agreed`} className={styles.error}>
            {form.errors.agreed}
          </p>
        )}
      </div>
      <SubmitButton
        form={form}
        size="lg"
        label={`Accept for ${formatAmount(total, currency)}`}
        pendingLabel="One moment..."
      />
    </form>
  );
}
