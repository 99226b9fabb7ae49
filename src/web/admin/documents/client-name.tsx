import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { dateInWords } from '~/contract/common/date-words';
import { nameMax } from '~/contract/common/limits';
import { leadCountryCode } from '~/contract/leads/country-label';
import { clientLabel, clientName } from '~/web/admin/ui/client-names';
import { keepPreviousData, useQuery } from '~/web/lib/queries';

const searchAfterMs = 200;
const foundMax = 6;

export interface ChosenClient {
  kind: 'client';
  id: string;
  name: string;
  email: string;
}

export interface ChosenLead {
  kind: 'quote' | 'message';
  id: number;
  name: string;
  email: string;
  company: string;
  /** ISO 3166 code; empty if unknown. */
  country: string;
}

type Chosen = ChosenClient | ChosenLead;

/**
 * Returns whether a typed name still belongs to the selected client, because it only extends or
 * shortens the client's name.
 */
const isCorrected = (name: string, chosen: string): boolean => {
  const [one, other] = [name.trim().toLowerCase(), chosen.trim().toLowerCase()];
  return one.startsWith(other) || other.startsWith(one);
};

/** Field for a client's name, with suggestions from accounts and, for documents that can answer one, leads. */
export function ClientName<Choice extends Chosen>(props: {
  name: string;
  error: string | undefined;
  isRequired?: boolean;
  withLeads: Choice extends ChosenLead ? true : false;
  /** True if the name belongs to a selected account. */
  isChosen?: boolean;
  onChange(name: string): void;
  onChosen(chosen: Choice): void;
  /**
   * Called when the name of a different person replaces that of the selected client, whose other
   * data must then be removed.
   */
  onOther(name: string): void;
}) {
  const { withLeads } = props;
  const chosenName = useRef(props.isChosen ? props.name : '');
  const { api } = useRouter().options.context;
  const [isActive, setActive] = useState(false);
  const [search] = useDebouncedValue(props.name.trim(), searchAfterMs);
  const request = { search, pageSize: foundMax };
  const isSearching = isActive && search.length > 1;
  const options = { enabled: isSearching, placeholderData: keepPreviousData };
  const forLeads = { ...options, enabled: isSearching && withLeads };
  const clients = useQuery(api.admin.users.page.queryOptions(request, options));
  const quotes = useQuery(api.admin.quotes.page.queryOptions(request, forLeads));
  const messages = useQuery(api.admin.messages.page.queryOptions(request, forLeads));

  const ofClients = new Map<string, Chosen>(
    (clients.data?.rows ?? []).map((client) => {
      const { id, email } = client;
      const name = clientName(client);
      return [clientLabel({ name, email }), { kind: 'client', id, name, email }];
    }),
  );
  const received = (at: string) => dateInWords(at.slice(0, 10));
  const ofLeads = new Map<string, Chosen>([
    ...(quotes.data?.rows ?? []).map(
      ({ id, name, email, company, country, serviceName, createdAt }) =>
        [
          `${name}, ${serviceName || 'quote'}, ${received(createdAt)} (${email})`,
          { kind: 'quote', id, name, email, company, country: leadCountryCode(country) ?? '' },
        ] as const,
    ),
    ...(messages.data?.rows ?? []).map(({ id, firstName, lastName, email, subject, createdAt }) => {
      const name = `${firstName} ${lastName}`.trim();
      return [
        `${name}, ${subject || 'message'}, ${received(createdAt)} (${email})`,
        { kind: 'message', id, name, email, company: '', country: '' },
      ] as const;
    }),
  ]);
  const found = new Map([...ofClients, ...ofLeads]);
  return (
    <Autocomplete
      label="Name"
      required={props.isRequired ?? false}
      value={props.name}
      error={props.error}
      maxLength={nameMax}
      data={
        withLeads
          ? [
              { group: 'Clients', items: [...ofClients.keys()] },
              { group: 'Leads', items: [...ofLeads.keys()] },
            ].filter(({ items }) => items.length > 0)
          : [...ofClients.keys()]
      }
      // Shows all results of the server, even if they are spelled differently from the input.
      filter={({ options: all }) => all}
      openOnFocus={false}
      onFocus={() => setActive(true)}
      onBlur={() => setActive(false)}
      onChange={(value) => {
        const chosen = found.get(value);
        if (chosen) {
          chosenName.current = chosen.name;
          props.onChosen(chosen as Choice);
        } else if (chosenName.current && !isCorrected(value, chosenName.current)) {
          chosenName.current = '';
          props.onOther(value);
        } else {
          props.onChange(value);
        }
      }}
    />
  );
}
