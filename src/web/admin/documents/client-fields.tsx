import { Button, Fieldset, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { countryName } from '~/contract/common/country-names';
import { AddressFields } from '~/web/admin/form/billing-fields';
import { notifyFailed } from '~/web/admin/ui/notices';
import { useQuery, useQueryClient } from '~/web/lib/queries';
import {
  type ClientDraft,
  clientOf,
  overriddenIn,
  type SelectedClient,
  withCompany,
  withCurrentRecord,
} from './client-draft';
import { type ChosenClient, ClientName } from './client-name';

/** The part of a form that selects the client. */
interface ClientForm {
  draft: SelectedClient;
  errorOf(path: string): string | undefined;
  set(key: 'clientId', value: string): void;
  set(key: 'client' | 'known', value: ClientDraft): void;
}

/** Fields that are shown by "Edit billing". */
const editedFields = [
  'company',
  'address',
  'postcode',
  'city',
  'country',
  'vatNumber',
  'taxNumber',
  'registrationNumber',
];

/**
 * Fields for the client of an invoice, with suggestions from accounts.
 *
 * @param openedId client of the opened document, whose data does not follow the record
 * @param usesLatestBilling true if each invoice uses the account's billing data at that time, so
 * that it is read-only here
 */
export function ClientFields({
  form,
  usesLatestBilling = false,
  openedId,
}: {
  form: ClientForm;
  usesLatestBilling?: boolean;
  openedId?: string | null | undefined;
}) {
  const { api, client: calls } = useRouter().options.context;
  const queryClient = useQueryClient();
  const { client, clientId, known } = form.draft;
  const recordOf = (id: string) => api.admin.invoices.lastBuyer.queryOptions({ clientId: id });
  const { data: record } = useQuery({
    ...recordOf(clientId),
    enabled: clientId !== '' && !usesLatestBilling,
  });
  const overridden = record ? overriddenIn(client, clientOf(record)) : [];
  const change = (part: Partial<ClientDraft>) => form.set('client', { ...client, ...part });
  const latest = useRef('');
  const setKnown = (next: ClientDraft) => form.set('known', next);
  // For a newly selected client, updates the fields when the record changes, until the document is
  // saved.
  useEffect(() => {
    if (!record || clientId === openedId) return;
    const now = clientOf(record);
    if (JSON.stringify(now) === JSON.stringify(known)) return;
    const next = withCurrentRecord(form.draft, now);
    form.set('client', next.client);
    form.set('known', next.known);
  });
  /**
   * Client that was selected before the admin typed another name. A button offers this client's
   * billing data, because the new name may belong to another contact of the same company.
   */
  const [former, setFormer] = useState<ClientDraft>();
  /** Selects a client. Replaces all fields, so that no data of the previous client remains. */
  const choose = async ({ id, name, email }: ChosenClient) => {
    latest.current = id;
    setFormer(undefined);
    setKnown(clientOf({ name, email }));
    form.set('clientId', id);
    form.set('client', clientOf({ name, email }));
    try {
      const buyer = await queryClient.fetchQuery({ ...recordOf(id), staleTime: 0 });
      if (latest.current !== id) return;
      setKnown(clientOf(buyer));
      form.set('client', clientOf(buyer));
    } catch (error) {
      notifyFailed(error, 'Failed to load the earlier billing data');
    }
  };
  /** Selects the account with a typed email, unless billing data was typed as well. */
  const chooseByEmail = async () => {
    const { name, email } = client;
    const isUntouched = JSON.stringify(client) === JSON.stringify(clientOf({ name, email }));
    if (form.draft.clientId !== '' || !email.includes('@') || !isUntouched) return;
    const typed = email.trim().toLowerCase();
    const { rows } = await calls.admin.users.page.query({ search: typed });
    const found = rows.find((row) => row.email.toLowerCase() === typed);
    if (found) await choose({ kind: 'client', id: found.id, name, email });
  };
  const errorOf = (path: string) => form.errorOf(`client.${path}`);
  const [isEditing, setEditing] = useState(false);
  if (!isEditing && editedFields.some(errorOf)) setEditing(true);
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
        setKnown(clientOf({ name: text, email: '' }));
        form.set('clientId', '');
        form.set('client', clientOf({ name: text, email: '' }));
      }}
      onChosen={(chosen) => void choose(chosen)}
    />
  );
  const isAccounts = usesLatestBilling && form.draft.clientId !== '';
  return (
    <Fieldset legend="Client">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {name}
          {!isAccounts && (
            <TextInput
              label="Email"
              type="email"
              description="Without one, the invoice is not emailed."
              maxLength={254}
              value={client.email}
              error={errorOf('email')}
              onChange={(event) => change({ email: event.currentTarget.value })}
              // Ignores errors: an admin may lack permission to read clients. The server then finds
              // the account.
              onBlur={() => void chooseByEmail().catch(() => undefined)}
            />
          )}
        </SimpleGrid>
        {former && (
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setKnown(former);
                change({ ...former, name: client.name, email: client.email });
                setFormer(undefined);
              }}
            >
              Use company and address of {former.company || former.name}
            </Button>
          </div>
        )}
        {isAccounts || !isEditing ? (
          <Billed client={client} isAccounts={isAccounts} onEdit={() => setEditing(true)} />
        ) : (
          <>
            <TextInput
              label="Company"
              maxLength={150}
              value={client.company}
              error={errorOf('company')}
              onChange={(event) => change(withCompany(client, event.currentTarget.value, known))}
            />
            <AddressFields value={client} errorOf={errorOf} onChange={change} />
          </>
        )}
        {record && overridden.length > 0 && (
          <Group gap="xs">
            <Text c="dimmed" fz="sm">
              Differs from the client’s record: {overridden.join(', ')}.
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setKnown(clientOf(record));
                form.set('client', clientOf(record));
              }}
            >
              Reset to client
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

/**
 * Shows a summary of the billing data, with a button to edit it, unless the data belongs to an
 * account.
 */
function Billed(props: { client: ClientDraft; isAccounts: boolean; onEdit(): void }) {
  const { client, isAccounts } = props;
  const { company, address, postcode, city, country, taxNumber, vatNumber } = client;
  const place = [`${postcode} ${city}`.trim(), country && countryName(country)];
  const parts = [company, address.replaceAll('\n', ', '), ...place, vatNumber, taxNumber];
  return (
    <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
      <div>
        <Text fz="sm" fw={500}>
          Billing details
        </Text>
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {[...parts, isAccounts && client.email].filter(Boolean).join(', ') || 'None'}
        </Text>
        {isAccounts && (
          <Text c="dimmed" fz="xs" mt={4}>
            Taken from the client’s account for each invoice.
          </Text>
        )}
      </div>
      {!isAccounts && (
        <Button variant="default" size="xs" flex="none" onClick={props.onEdit}>
          Edit billing
        </Button>
      )}
    </Group>
  );
}
