import { Button, Fieldset, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { countryName } from '~/contract/common/country-names';
import { registrationLabel } from '~/contract/documents/tax-numbers';
import { CountryField } from '~/web/admin/form/country-field';
import { ElectronicAddressFields } from '~/web/admin/form/endpoint-fields';
import { notifyFailed } from '~/web/admin/ui/notices';
import { type ClientDraft, clientOf } from './client-draft';
import { type ChosenClient, ClientName } from './client-name';

/** The part of a form that says for whom something is. */
interface ClientForm {
  draft: {
    /** Of the account; empty for a client without one. */ clientId: string;
    client: ClientDraft;
  };
  errorOf(path: string): string | undefined;
  set(key: 'clientId', value: string): void;
  set(key: 'client', value: ClientDraft): void;
}

/**
 * Who an invoice is for, completed from the clients' accounts.
 *
 * @param isReadAnew whether the billing data of an account is read for each invoice: it is then shown, and not changed here
 */
export function ClientFields({
  form,
  isReadAnew = false,
}: {
  form: ClientForm;
  isReadAnew?: boolean;
}) {
  const { client: api } = useRouter().options.context;
  const { client } = form.draft;
  type Key = Exclude<keyof ClientDraft, 'electronicAddress' | 'isBusiness'>;
  const change = (part: Partial<ClientDraft>) => form.set('client', { ...client, ...part });
  const latest = useRef('');
  /** The client whose name was typed over: another contact may have the same billing data. */
  const [former, setFormer] = useState<ClientDraft>();
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
      notifyFailed(error, 'Failed to load the earlier billing data');
    }
  };
  const field = (key: Key, maxLength: number) => ({
    value: client[key],
    error: form.errorOf(`client.${key}`),
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [key]: event.currentTarget.value }),
  });
  const name = (
    <ClientName<ChosenClient>
      isRequired
      withLeads={false}
      name={client.name}
      error={form.errorOf('client.name')}
      isChosen={form.draft.clientId !== ''}
      onChange={(text) => change({ name: text })}
      onOther={(text) => {
        latest.current = '';
        setFormer(client);
        form.set('clientId', '');
        form.set('client', clientOf({ name: text, email: '' }));
      }}
      onChosen={(chosen) => void choose(chosen)}
    />
  );
  if (isReadAnew && form.draft.clientId) {
    return (
      <Fieldset legend="Client">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {name}
          <Billed client={client} />
        </SimpleGrid>
      </Fieldset>
    );
  }
  return (
    <Fieldset legend="Client">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {name}
        <TextInput
          label="Email"
          type="email"
          description="Without one, the invoice is not emailed."
          {...field('email', 254)}
        />
        <TextInput label="Company" {...field('company', 150)} />
        <TextInput label="VAT number" {...field('vatNumber', 30)} />
        <TextInput label="Tax number" {...field('taxNumber', 50)} />
        <TextInput label={registrationLabel(client.country)} {...field('registrationNumber', 50)} />
        <TextInput
          label="Buyer reference"
          description="For example, a PO number or a Leitweg-ID."
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

/** The billing data of an account as it is now. */
function Billed({ client }: { client: ClientDraft }) {
  const { email, company, address, postcode, city, country, taxNumber, vatNumber } = client;
  const place = [`${postcode} ${city}`.trim(), country && countryName(country)];
  const parts = [company, address.replaceAll('\n', ', '), ...place, vatNumber, taxNumber, email];
  return (
    <div>
      <Text fz="sm" fw={500}>
        Billing data
      </Text>
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {parts.filter(Boolean).join(', ')}
      </Text>
      <Text c="dimmed" fz="xs" mt={4}>
        Taken from the client’s account for each invoice.
      </Text>
    </div>
  );
}
