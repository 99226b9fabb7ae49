import { Table, Text, Title } from '@mantine/core';

import { formatCents } from '~/contract/common/currencies';
import { periodInWords } from '~/contract/recurring-invoices/recurrence';
import { previewMax } from '~/contract/recurring-invoices/recurring-invoices';
import { When } from '~/web/admin/ui/when';
import type { Upcoming } from './recurring-draft';

/** Preview of the invoices that a form would create, before it is saved. */
export function UpcomingList(props: {
  upcoming: readonly Upcoming[] | undefined;
  currency: string;
}) {
  const { upcoming, currency } = props;
  return (
    <section aria-labelledby="upcoming-title">
      <Title order={3} id="upcoming-title" mb="xs">
        {upcoming && upcoming.length < previewMax ? 'All remaining' : 'Next twelve'}
      </Title>
      {!upcoming && (
        <Text c="dimmed" fz="sm">
          Choose the interval and the first day to see the dates.
        </Text>
      )}
      {upcoming?.length === 0 && (
        <Text c="dimmed" fz="sm">
          None. The last day has passed.
        </Text>
      )}
      {upcoming && upcoming.length > 0 && (
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th>For</Table.Th>
              <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
                Amount
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {upcoming.map(({ period, descriptions, totalCents, isAsked }) => (
              <Table.Tr key={period.from}>
                <Table.Td style={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
                  <When at={period.from} isDate />
                  {isAsked && (
                    <Text c="dimmed" fz="xs">
                      Needs your decision
                    </Text>
                  )}
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {descriptions[0] || '–'}
                  {descriptions.length > 1 && ` and ${descriptions.length - 1} more`}
                  <Text c="dimmed" fz="xs">
                    {periodInWords(period)}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
                  {formatCents(totalCents, currency)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
