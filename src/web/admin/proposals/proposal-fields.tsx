import { Fieldset, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

import { companyMax, textMax } from '~/contract/common/limits';
import { totalsOf } from '~/contract/documents/money';
import { type ChosenClient, type ChosenLead, ClientName } from '~/web/admin/documents/client-name';
import { CurrencyAndDiscount } from '~/web/admin/documents/currency-and-discount';
import { discountOf } from '~/web/admin/documents/discount-draft';
import { type ItemDraft, toItems } from '~/web/admin/documents/item-drafts';
import { ItemsField } from '~/web/admin/documents/items-field';
import { TaxProposalNote, useProposalTax } from '~/web/admin/documents/tax-proposal';
import { standardRateOf } from '~/web/admin/documents/tax-setup';
import { CountryField } from '~/web/admin/form/country-field';
import type { useAutosave } from '~/web/admin/form/use-autosave';
import { notifyFailed } from '~/web/admin/ui/notices';
import { useQuery } from '~/web/lib/queries';
import type { ProposalDraft } from './proposal-draft';
import { ScheduleField } from './schedule-field';

type Form = ReturnType<typeof useAutosave<ProposalDraft>>;

type TextKey = 'title' | 'name' | 'email' | 'company' | 'intro' | 'terms' | 'validUntil';
/**
 * Returns the values to fill in for the selected client or lead. They replace the values of a
 * previously selected one. Selecting a client does not change the lead.
 */
function filledBy(
  chosen: ChosenClient | ChosenLead,
  before: ProposalDraft,
): Partial<ProposalDraft> {
  const { name, email } = chosen;
  if (chosen.kind === 'client') {
    const isSame = email.toLowerCase() === before.email.trim().toLowerCase();
    const { company, country } = before;
    return { name, email, ...(isSame ? { company, country } : { company: '', country: '' }) };
  }
  return {
    name,
    email,
    company: chosen.company,
    country: chosen.country,
    leadId: chosen.kind === 'quote' ? chosen.id : null,
    messageId: chosen.kind === 'message' ? chosen.id : null,
  };
}

const paths: Partial<Record<TextKey, string>> = {
  name: 'client.name',
  email: 'client.email',
  company: 'client.company',
};

/** Form with all fields of a proposal. */
export function ProposalFields({ id, form }: { id: number; form: Form }) {
  const { api, client } = useRouter().options.context;
  const { draft, set, change, errors } = form;
  const { currency } = draft;
  const { data: defaults } = useQuery(
    api.admin.proposals.itemDefaults.queryOptions(undefined, { staleTime: 60_000 }),
  );
  const tax = useProposalTax(id, draft);
  const changeItems = (next: (before: readonly ItemDraft[]) => readonly ItemDraft[]) =>
    change((before) => ({ ...before, items: next(before.items) }));
  const latest = useRef<ChosenClient | ChosenLead>(undefined);
  const choose = async (chosen: ChosenClient | ChosenLead) => {
    latest.current = chosen;
    change((before) => ({ ...before, ...filledBy(chosen, before) }));
    if (chosen.kind !== 'client') return;
    try {
      const buyer = await client.admin.invoices.lastBuyer.query({ clientId: chosen.id });
      if (latest.current !== chosen) return;
      // Keeps values that were typed in the meantime, or belong to the same client.
      change((before) => ({
        ...before,
        name: (before.name === chosen.name && buyer.name) || before.name,
        company: before.company || (buyer.company ?? ''),
        country: before.country || (buyer.country ?? ''),
      }));
    } catch (error) {
      notifyFailed(error, 'Failed to load the client’s billing data');
    }
  };
  const text = (key: TextKey) => ({
    value: draft[key],
    error: errors[paths[key] ?? key],
    onChange: (event: { currentTarget: { value: string } }) => set(key, event.currentTarget.value),
  });

  return (
    <>
      <TextInput label="Title" maxLength={150} {...text('title')} />
      <Fieldset legend="Client">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <ClientName<ChosenClient | ChosenLead>
            withLeads
            name={draft.name}
            error={errors['client.name']}
            onChange={(name) => set('name', name)}
            onOther={(name) => {
              latest.current = undefined;
              change((before) => ({ ...before, name, email: '', company: '', country: '' }));
            }}
            onChosen={(chosen) => void choose(chosen)}
          />
          <TextInput label="Email" type="email" maxLength={254} {...text('email')} />
          <TextInput label="Company" maxLength={companyMax} {...text('company')} />
          <CountryField
            value={draft.country}
            error={errors['client.country']}
            onChange={(country) => set('country', country)}
          />
        </SimpleGrid>
      </Fieldset>
      <Textarea
        label="Introduction"
        description="Markdown: # headings, **bold**, [links](https://…), lists and tables."
        autosize
        minRows={3}
        maxRows={20}
        maxLength={textMax * 4}
        {...text('intro')}
      />
      {defaults && tax && (
        <TaxProposalNote
          defaults={defaults}
          proposal={tax}
          items={draft.items}
          onChange={changeItems}
        />
      )}
      <ItemsField
        items={draft.items}
        currency={currency}
        defaultTax={tax ?? { taxRate: defaults?.taxRate ?? '0' }}
        categoriesAt={defaults && standardRateOf(defaults)}
        sellerCountry={defaults?.seller.country}
        withOptional
        discount={discountOf(draft, currency)}
        errors={errors}
        onChange={changeItems}
      />
      <Group align="flex-start" gap="sm">
        <CurrencyAndDiscount {...{ draft, errors, set }} />
        <TextInput label="Valid until" type="date" {...text('validUntil')} />
      </Group>
      <ScheduleField
        parts={draft.schedule}
        totalCents={
          totalsOf(
            { items: toItems(draft.items, currency), discount: discountOf(draft, currency) },
            currency,
          ).totalCents
        }
        currency={currency}
        errors={errors}
        onChange={(schedule) => set('schedule', schedule)}
      />
      <Textarea
        label="Terms"
        description="Markdown. New proposals use the terms from Settings."
        autosize
        minRows={3}
        maxRows={20}
        maxLength={textMax * 4}
        {...text('terms')}
      />
    </>
  );
}
