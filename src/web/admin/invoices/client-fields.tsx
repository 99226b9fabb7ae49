import { Button, Fieldset, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { type ChosenClient, ClientName } from '~/web/admin/documents/client-name';
import { CountryField } from '~/web/admin/form/country-field';
import { ElectronicAddressFields } from '~/web/admin/form/electronic-address-fields';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import { notifyFailed } from '~/web/admin/ui/notices';
import { clientOf, type InvoiceDraft } from './invoice-draft';

/** Who the invoice is for, completed from the clients' accounts. */
export function ClientFields({ form }: { form: RecordForm<InvoiceDraft> }) {
  const { client: api } = useRouter().options.context;
  const { client } = form.draft;
  type Key = Exclude<keyof InvoiceDraft['client'], 'electronicAddress' | 'isBusiness'>;
  const change = (part: Partial<InvoiceDraft['client']>) =>
    form.set('client', { ...client, ...part });
  const latest = useRef('');
  /** The client whose name was typed over: another contact may have the same billing data. */
  const [former, setFormer] = useState<InvoiceDraft['client']>();
  /** Replaces the whole block: no field of another client stays. */
  const choose = async ({ id, name, email }: ChosenClient) => {
    latest.current = id;
    setFormer(undefined);
    form.set('clientId', id);
    form.set('client', clientOf({ name, email }));
    try {
      const buyer = await api.admin.invoices.lastBuyer.query({ clientId: id });
      if (latest.current === id) form.set('client', clientOf(buyer));
    } catch (error) {
      notifyFailed(error, 'The earlier billing data could not be loaded');
    }
  };
  const field = (key: Key, maxLength: number) => ({
    value: client[key],
    error: form.errorOf(`client.${key}`),
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [key]: event.currentTarget.value }),
  });
  return (
    <Fieldset legend="Client">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ClientName<ChosenClient>
          isRequired
          withLeads={false}
          name={client.name}
          error={form.errorOf('client.name')}
          isChosen={form.draft.clientId !== ''}
          onChange={(name) => change({ name })}
          onOther={(name) => {
            latest.current = '';
            setFormer(client);
            form.set('clientId', '');
            form.set('client', clientOf({ name, email: '' }));
          }}
          onChosen={(chosen) => void choose(chosen)}
        />
        <TextInput label="E-mail" type="email" required {...field('email', 254)} />
        <TextInput label="Company" {...field('company', 150)} />
        <TextInput label="VAT number" {...field('vatNumber', 30)} />
        <TextInput label="Tax number" {...field('taxNumber', 50)} />
        <TextInput
          label="Buyer reference"
          description="Such as an order number or a Leitweg-ID."
          {...field('buyerReference', 100)}
        />
      </SimpleGrid>
      {former && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          onClick={() => {
            change({ ...former, name: client.name, email: client.email });
            setFormer(undefined);
          }}
        >
          Use company and address of {former.company || former.name}
        </Button>
      )}
      <Textarea label="Address" autosize minRows={2} mt="md" {...field('address', 500)} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} mt="md">
        <TextInput label="Postcode" {...field('postcode', 20)} />
        <TextInput label="City" {...field('city', 100)} />
        <CountryField
          value={client.country}
          error={form.errorOf('client.country')}
          onChange={(country) => change({ country })}
        />
      </SimpleGrid>
      <ElectronicAddressFields
        value={client.electronicAddress}
        errorOf={(part) => form.errorOf(`client.electronicAddress.${part}`)}
        onChange={(electronicAddress) => change({ electronicAddress })}
      />
    </Fieldset>
  );
}
