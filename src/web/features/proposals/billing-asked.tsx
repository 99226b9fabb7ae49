import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { companyMax } from '~/contract/common/limits';
import type { BilledTotals, ClientProposal } from '~/contract/proposals/proposals-schema';
import { AddressFields, CountryField } from '~/web/documents/address-fields';
import type { FieldErrors } from '~/web/lib/form-errors';
import { TextField } from '~/web/ui/field';
import styles from './page-proposal.module.css';

const fields = ['company', 'vatNumber', 'address', 'postcode', 'city', 'country'] as const;
export type Billing = Partial<Record<(typeof fields)[number], string>>;

/** Returns the fields that were filled in. */
export const filledOf = (given: Partial<Record<string, string | undefined>>): Billing =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = given[field]?.trim();
      return value ? [[field, value]] : [];
    }),
  );

const askAfterMs = 600;

/** Returns taxes and totals for the typed billing data; undefined until a country or a VAT number is entered. */
export function useBilled(input: {
  token: string;
  chosen: readonly number[];
  typed: Billing;
  /** Number of failed attempts to accept. After each, the totals are fetched again. */
  attempts: number;
}): BilledTotals | undefined {
  const { token, chosen, typed, attempts } = input;
  const { client } = useRouter().options.context;
  const { country = '', vatNumber = '', company = '' } = typed;
  const [billed, setBilled] = useState<BilledTotals>();
  const asked = useRef(0);
  const picked = chosen.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new array with the same options is not a change
  useEffect(() => {
    asked.current += 1;
    const turn = asked.current;
    if (!country && !vatNumber) {
      setBilled(undefined);
      return;
    }
    const billing = filledOf({ country, vatNumber, company });
    const timer = setTimeout(() => {
      client.proposals.billed
        .query({ token, optionalItems: [...chosen], billing })
        .then((answer) => turn === asked.current && setBilled(answer))
        // A number with the wrong format is reported at its field when the form is sent.
        .catch(() => turn === asked.current && setBilled(undefined));
    }, askAfterMs);
    return () => clearTimeout(timer);
  }, [client, token, picked, country, vatNumber, company, attempts]);
  return billed;
}

/** Fields for billing data that the invoices need and that is not stored. */
export function BillingAsked(props: {
  proposal: ClientProposal;
  errors: FieldErrors;
  onType(part: Billing): void;
}) {
  const { proposal, errors, onType } = props;
  const { asksFor, client } = proposal;
  const element = useRef<HTMLFieldSetElement>(null);
  const isAddress = asksFor.includes('address');
  const onInput = () => {
    const inputs = element.current?.querySelectorAll<HTMLInputElement>('[name]') ?? [];
    onType(Object.fromEntries([...inputs].map(({ name, value }) => [name, value])));
  };
  const field = (name: keyof Billing) => ({ name, error: errors[name] });
  const country = { defaultValue: client.country ?? '' };
  return (
    <fieldset ref={element} className={styles.billing} onInput={onInput}>
      <legend>Billing details for your invoices</legend>
      {isAddress && (
        <>
          <TextField
            label="Company"
            optional
            autoComplete="organization"
            maxLength={companyMax}
            defaultValue={client.company ?? ''}
            {...field('company')}
          />
          <AddressFields
            field={(name) => ({ ...field(name), ...(name === 'country' && country) })}
            isAddressOptional={false}
            isCountryOptional={false}
          />
        </>
      )}
      {asksFor.includes('country') && (
        <CountryField isOptional={false} {...field('country')} {...country} />
      )}
      {(isAddress || asksFor.includes('vatNumber')) && (
        <TextField
          label="VAT number"
          optional
          hint="For a business, for example DE123456789."
          maxLength={30}
          {...field('vatNumber')}
        />
      )}
    </fieldset>
  );
}
