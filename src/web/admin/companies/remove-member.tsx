import { Loader, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import type { BroughtRecords, CompanyMember } from '~/contract/companies/companies-schema';
import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { success, withAction } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Formats counts such as '3 requests, 1 proposal and 4 invoices, 2 of them open with $3,553.00 outstanding'; empty if there
 * are none.
 */
function inWords(brought: BroughtRecords): string {
  const { requests, proposals, invoices, recurringInvoices, openInvoices, owed } = brought;
  const kinds = [
    { count: requests, noun: 'request' },
    { count: proposals, noun: 'proposal' },
    { count: recurringInvoices, noun: 'recurring invoice' },
    { count: invoices, noun: 'invoice' },
  ].filter(({ count }) => count > 0);
  const all = kinds.map(({ count, noun }) => counted(count, noun));
  const last = all.pop() ?? '';
  const list = all.length > 0 ? `${all.join(', ')} and ${last}` : last;
  if (openInvoices === 0) return list;
  const sum = owed.map(({ amount, currency }) => formatAmount(amount, currency)).join(' + ');
  const open = invoices === 1 ? 'open' : `${openInvoices} of them open`;
  return `${list}, ${open} with ${sum} outstanding`;
}

/**
 * Removes a member from a company after a confirmation. The admin chooses whether the records that
 * the member brought stay with the company.
 */
export function RemoveMember(props: {
  company: CompanyDetail;
  member: CompanyMember;
  onClose(): void;
}) {
  const { company, member, onClose } = props;
  const { api } = useRouter().options.context;
  const query = useQuery(
    api.admin.companies.brought.queryOptions({ id: company.id, clientId: member.clientId }),
  );
  const add = useMutation(
    api.admin.companies.addMember.mutationOptions(
      outcome({
        done: success('Person added'),
        failed: 'Failed to add the person',
      }),
    ),
  );
  const brought = query.data && inWords(query.data);
  return (
    <ActionDialog
      title={`Remove ${member.name}?`}
      submitLabel="Remove"
      isDangerous
      isReady={() => query.data !== undefined}
      initial={{ records: 'left' }}
      fields={[
        query.isError && <FailedQuery key="failed" error={query.error} onRetry={query.refetch} />,
        query.isPending && <Loader key="loading" size="sm" />,
        brought === '' && (
          <Text key="none" fz="sm">
            We have no record of what {member.name} brought when joining, so nothing can be
            returned.
          </Text>
        ),
        brought && (
          <Text key="brought" fz="sm">
            {member.name} brought {brought}.
          </Text>
        ),
        brought && {
          kind: 'radio',
          name: 'records',
          label: 'Records from before they joined',
          options: [
            { value: 'left', label: `Leave them with ${company.name}` },
            {
              value: 'returned',
              label: 'Return them to the person',
              description: 'For example, if they were added by mistake.',
            },
          ],
        },
      ]}
      input={({ records }) => ({
        id: company.id,
        clientId: member.clientId,
        withBrought: records === 'returned',
      })}
      mutation={api.admin.companies.removeMember.mutationOptions()}
      outcome={{
        done: (_, { records }) =>
          withAction(
            records === 'returned'
              ? `${member.name} removed from ${company.name}, with their records`
              : `${member.name} removed from ${company.name}`,
            'Add again',
            () => add.mutate({ id: company.id, ...member }),
          ),
        failed: 'Failed to remove the person',
      }}
      onClose={onClose}
    >
      <Text fz="sm">
        {member.name} will no longer see {company.name}. Records created while they were a member
        stay with the company.
      </Text>
    </ActionDialog>
  );
}
