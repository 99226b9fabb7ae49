import { Button, Group, Loader, Radio, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import type { Brought, CompanyDetail, CompanyMember } from '~/contract/companies/companies-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { success, withAction } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Such as '3 requests, 1 proposal and 4 invoices, 2 of them open with $3,553.00 to be paid'; empty for nothing. */
function inWords(brought: Brought): string {
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
  return `${list}, ${open} with ${sum} to be paid`;
}

/** Takes a person out of a company, after a question: what they brought stays, or goes back with them. */
export function RemoveMember(props: {
  company: CompanyDetail;
  member: CompanyMember;
  onClose(): void;
}) {
  const { company, member, onClose } = props;
  const { api } = useRouter().options.context;
  const [withBrought, setWithBrought] = useState(false);
  const query = useQuery(
    api.admin.companies.brought.queryOptions({ id: company.id, clientId: member.clientId }),
  );
  const refresh = () =>
    Promise.all([
      api.admin.companies.invalidate(),
      api.admin.users.invalidate(),
      api.admin.invoices.invalidate(),
      api.admin.proposals.invalidate(),
      api.admin.requests.invalidate(),
      api.admin.recurringInvoices.invalidate(),
    ]);
  const add = useMutation(
    api.admin.companies.addMember.mutationOptions(
      outcome({
        done: success('The person was added'),
        failed: 'The person was not added',
        refresh,
      }),
    ),
  );
  const remove = useMutation(
    api.admin.companies.removeMember.mutationOptions(
      outcome({
        done: (_, { withBrought: isReturned }) =>
          withAction(
            isReturned
              ? `${member.name} is no longer in ${company.name}, and has back what they brought`
              : `${member.name} is no longer in ${company.name}`,
            'Add again',
            () => add.mutate({ id: company.id, ...member }),
          ),
        onDone: onClose,
        failed: 'The person was not taken out',
        refresh,
      }),
    ),
  );
  const brought = query.data && inWords(query.data);
  return (
    <Dialog onClose={onClose} title={`Remove ${member.name}?`} centered>
      <Stack gap="md">
        <Text fz="sm">
          {member.name} then sees nothing of {company.name} any more. What came up while they were
          in it stays with it.
        </Text>
        {query.isError && <FailedQuery error={query.error} onRetry={query.refetch} />}
        {query.isPending && <Loader size="sm" />}
        {brought === '' && (
          <Text fz="sm">
            There is no record of anything that {member.name} brought when they joined, so that
            nothing can be given back.
          </Text>
        )}
        {brought && (
          <>
            <Text fz="sm">
              {member.name} brought {brought}.
            </Text>
            <Radio.Group
              label="What they brought"
              value={withBrought ? 'returned' : 'left'}
              onChange={(value) => setWithBrought(value === 'returned')}
            >
              <Stack gap="sm" mt="xs">
                <Radio value="left" label={`Leave what they brought with ${company.name}`} />
                <Radio
                  value="returned"
                  label="Give back what they brought"
                  description="As where they were added by mistake: it is theirs alone again."
                />
              </Stack>
            </Radio.Group>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            disabled={!query.data}
            onClick={() =>
              remove.mutate({ id: company.id, clientId: member.clientId, withBrought })
            }
          >
            Remove
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
