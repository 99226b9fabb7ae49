import { Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { companyRights } from '~/contract/companies/companies';
import { useCan } from '~/web/admin/shell/use-can';
import { Notice } from '~/web/admin/ui/notice';
import { success } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const isSameName = (one: string, other: string): boolean =>
  one.trim().replace(/\s+/g, ' ').toLowerCase() === other.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Offers to create a company from a client's billing data, or to add the client to it. Requires a click, because members
 * can see the company's records.
 */
export function CompanyOffer({ clientId }: { clientId: string }) {
  const { api, client } = useRouter().options.context;
  const { users, companies } = api.admin;
  const mayChange = useCan()('clients.write');
  const { data: detail } = useQuery(
    users.get.queryOptions({ id: clientId }, { enabled: mayChange }),
  );
  const billing = detail && !detail.company ? detail.billing : undefined;
  const name = billing?.company?.trim() ?? '';
  const { data: found } = useQuery(
    companies.page.queryOptions({ search: name, pageSize: 20 }, { enabled: name !== '' }),
  );
  const known = found?.rows.find((one) => isSameName(one.name, name));
  const join = useMutation({
    mutationFn: async () => {
      const { id } = known ?? (await client.admin.companies.create.mutate(companyOf()));
      const member = { clientId, rights: [...companyRights], isManager: !known };
      return client.admin.companies.addMember.mutate({ id, ...member });
    },
    ...outcome<{ name: string }, void>({
      done: (company) => success(`Added to ${company.name}`),
      failed: 'Failed to add the client to the company',
    }),
  });
  const companyOf = () => {
    const { name: _, isBusiness: __, company: ___, email, ...stored } = billing ?? {};
    // Leaves out an email that is the client's own. Documents of a company without an email go to
    // its members.
    const isOwn = email !== undefined && email !== detail?.user.email;
    return { ...stored, name, ...(isOwn && { email }) };
  };
  if (!detail || !name || !found) return null;
  const person = `${detail.user.firstName} ${detail.user.lastName}`.trim() || detail.user.email;
  return (
    <Notice tone="info">
      <Group justify="space-between" gap="sm">
        <Text fz="sm">
          {known
            ? `${person} is billed as ${name}, but is not one of its people. People of a company see its requests and documents.`
            : `${person} is billed as ${name}, which is not in your companies yet.`}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={join.isPending}
          onClick={() => join.mutate()}
        >
          {known ? `Add to ${known.name}` : 'Create company'}
        </Button>
      </Group>
    </Notice>
  );
}
