import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';

import { centsToAmount, formatAmount } from '~/contract/common/currencies';
import { nameMax } from '~/contract/common/limits';
import { totalsOf } from '~/contract/documents/money';
import { taxLabel } from '~/contract/documents/tax-words';
import type { AcceptanceForm, ClientProposal } from '~/contract/proposals/proposals-schema';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useForm } from '~/web/lib/use-form';
import { TextField } from '~/web/ui/field';
import { SubmitButton } from '~/web/ui/submit-button';
import { type Billing, BillingAsked, filledOf, useBilled } from './billing-asked';
import styles from './page-proposal.module.css';

const loadSchema = () =>
  import('~/contract/proposals/proposals-schema').then((module) => module.acceptanceFormSchema);
const loadBilledSchema = () =>
  import('~/contract/proposals/proposals-schema').then(
    (module) => module.billedAcceptanceFormSchema,
  );
const loadCountrySchema = () =>
  import('~/contract/proposals/proposals-schema').then(
    (module) => module.countryAcceptanceFormSchema,
  );

function schemaLoaderFor(asksFor: ClientProposal['asksFor']) {
  if (asksFor.includes('address')) return loadBilledSchema;
  return asksFor.includes('country') ? loadCountrySchema : loadSchema;
}

/** Props of the form to accept and of the form to decline. */
export interface Decision {
  token: string;
  proposal: ClientProposal;
  chosen: readonly number[];
  onDecided(proposal: ClientProposal): void;
  onFailed(error: unknown): Promise<void>;
}

/** Form that accepts a proposal, with a typed name and a checkbox. */
export function AcceptForm({ token, proposal, chosen, onDecided, onFailed }: Decision) {
  const { client } = useRouter().options.context;
  const id = useId();
  const { currency, number, contentHash, asksFor } = proposal;
  const shownTotal = centsToAmount(totalsOf(proposal, currency, chosen).totalCents, currency);
  const [typed, setTyped] = useState<Billing>({});
  const [attempts, setAttempts] = useState(0);
  const billed = useBilled({ token, chosen, typed, attempts });
  const total = billed?.total ?? shownTotal;
  const form = useForm<AcceptanceForm>({
    draft: { name: `proposal-${number}`, keptWhile: 'typing' },
    loadSchema: schemaLoaderFor(asksFor),
    failureText: 'The proposal could not be accepted. Please try again.',
    onFailed: (error) => {
      const named = Object.entries(fieldErrorsOf(error));
      return Object.fromEntries(
        named.map(([path, message]) => [path.replace('billing.', ''), message]),
      );
    },
    send: async ({ name, agreed: _, ...given }) => {
      try {
        const optionalItems = [...chosen];
        const billing = filledOf(given);
        const fields = {
          ...{ token, name, agreed: true as const, contentHash, optionalItems },
          // Sends the total on screen as well, because the billing data can change its tax.
          ...(Object.keys(billing).length > 0 && { billing, total }),
        };
        onDecided(await client.proposals.accept.mutate(fields));
      } catch (error) {
        setAttempts((before) => before + 1);
        await onFailed(error);
        throw error;
      }
    },
  });
  const { ref } = form.formProps;
  useEffect(() => {
    // After a reload, the form restores typed billing data without an input event.
    if (ref.current) setTyped(filledOf(Object.fromEntries(new FormData(ref.current)) as Billing));
  }, [ref]);
  // Unchecks the box if the content has changed, because the client agreed to another version.
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
          {formatAmount(total, currency)} now. Please read it again, then check the box again.
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
      {asksFor.length > 0 && (
        <BillingAsked
          proposal={proposal}
          errors={form.errors}
          onType={(part) => setTyped((before) => ({ ...before, ...part }))}
        />
      )}
      {billed && (
        <p role="status" className={styles.changed}>
          {billed.totals.taxes
            .map((tax) => taxLabel(tax, formatAmount(tax.base, currency), proposal.seller.country))
            .filter(Boolean)
            .join('; ') || 'No tax'}
          {billed.totals.taxes.every(({ category }) => category === billed.tax.taxCategory) &&
            `: ${billed.tax.why}`}
          . Total {formatAmount(billed.total, currency)}.
        </p>
      )}
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
            I accept proposal {number} for {formatAmount(total, currency)}
            {proposal.termsHtml && ' and its terms'}.
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
