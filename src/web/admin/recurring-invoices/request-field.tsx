import { Select } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { useQuery } from '~/web/lib/queries';

/** Field for the client's request that the invoices are for. Renders nothing for a client without an account. */
export function RequestField(props: {
  clientId: string;
  value: string;
  error: string | undefined;
  onChange(requestId: string): void;
}) {
  const { clientId, value } = props;
  const { api } = useRouter().options.context;
  const { data, error } = useQuery(
    api.admin.users.get.queryOptions({ id: clientId }, { enabled: clientId !== '' }),
  );
  if (!clientId && !value) return null;
  const requests = (data?.history ?? [])
    .filter(({ kind }) => kind === 'request')
    .map(({ id, title }) => ({
      value: id.split(':')[1] ?? '',
      label: title.replace(/^Request: /, ''),
    }));
  const isListed = requests.some((one) => one.value === value);
  return (
    <Select
      label="Service request"
      description="The request these invoices are for."
      placeholder="None"
      clearable
      searchable
      data={value && !isListed ? [...requests, { value, label: `Request ${value}` }] : requests}
      value={value || null}
      error={props.error ?? (error ? 'Failed to load the client’s requests' : undefined)}
      nothingFoundMessage="No request found"
      onChange={(requestId) => props.onChange(requestId ?? '')}
    />
  );
}
