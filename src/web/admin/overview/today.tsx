import { Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import type { AdminSearch } from '~/contract/admin/admin';
import type { Today as Figures, Sums } from '~/contract/admin/today-schema';
import { formatAmount } from '~/contract/common/currencies';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { useQuery } from '~/web/lib/queries';

interface Line {
  label: string;
  count: number;
  /** Formatted amounts. */
  sum?: string;
  /** True if the task is overdue and highlighted. */
  isLate?: boolean;
  search: AdminSearch;
}

const sumInWords = ({ sums }: Sums) =>
  sums.map(({ amount, currency }) => formatAmount(amount, currency)).join(' + ');

/** Returns the tasks that the role can see, most urgent first. */
function linesOf({
  answers,
  clientsWaiting,
  proposals,
  invoices,
  proposedChanges,
}: Figures): Line[] {
  const lines: Line[] = [];
  const addMoney = (label: string, of: Sums, search: AdminSearch, isLate = false) =>
    lines.push({ label, count: of.count, sum: sumInWords(of), isLate, search });
  if (answers) {
    const search = { status: 'overdue' };
    lines.push(
      {
        label: 'Overdue quotes',
        count: answers.quotes,
        isLate: true,
        search: { section: 'quotes', ...search },
      },
      {
        label: 'Overdue messages',
        count: answers.messages,
        isLate: true,
        search: { section: 'messages', ...search },
      },
    );
  }
  if (clientsWaiting !== null) {
    const search: AdminSearch = { section: 'requests', status: 'waiting' };
    lines.push({ label: 'Clients waiting', count: clientsWaiting, search });
  }
  if (proposedChanges) {
    const search: AdminSearch = { section: 'settings', tab: 'integrations' };
    lines.push({ label: 'Changes to confirm', count: proposedChanges, search });
  }
  if (invoices) {
    const { monthFrom: from, monthTo: to } = invoices;
    const of = (status: string): AdminSearch => ({ section: 'invoices', status });
    addMoney('Overdue invoices', invoices.overdue, of('overdue'), true);
    addMoney('Ready to issue', invoices.ready, of('ready'));
    if (invoices.overpaid.count > 0) addMoney('Overpaid', invoices.overpaid, of('overpaid'));
    addMoney('Open invoices', invoices.open, of('open'));
    addMoney('Due this month', invoices.dueThisMonth, { ...of('open'), from, to });
  }
  if (proposals) {
    addMoney('Proposals awaiting reply', proposals, { section: 'proposals', status: 'waiting' });
  }
  return lines;
}

/** Open tasks of today. Each figure links to its rows. */
export function Today() {
  const { api } = useRouter().options.context;
  const { data, error, refetch } = useQuery(api.admin.overview.today.queryOptions());
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-labelledby="today">
      <Title order={2} id="today" mb="sm">
        Today
      </Title>
      {error && <FailedQuery error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={150} />}
      {data && (
        <SimpleGrid component="ul" className="today" cols={{ base: 2, sm: 3, lg: 5 }} spacing="xs">
          {linesOf(data).map(({ label, count, sum, isLate, search }) => (
            <li key={label}>
              <Link to="/admin" search={search} className="today-figure">
                <Text component="span" c="dimmed" fz="sm">
                  {label}
                </Text>
                <Text
                  component="span"
                  className="today-count"
                  {...(isLate && count > 0 && { c: 'red' })}
                >
                  {count}
                </Text>
                {sum && (
                  <Text component="span" fz="sm" className="figure">
                    {sum}
                  </Text>
                )}
              </Link>
            </li>
          ))}
        </SimpleGrid>
      )}
    </Paper>
  );
}
