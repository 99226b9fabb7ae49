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

/** Maximum number of figures, so that they fit into one row. */
const linesMax = 5;

/** Returns the tasks that the role can see and that are above zero, most urgent first. */
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
    const of = (status: string): AdminSearch => ({ section: 'invoices', status });
    addMoney('Overdue invoices', invoices.overdue, of('overdue'), true);
    addMoney('Overpaid', invoices.overpaid, of('overpaid'));
    addMoney('Ready to issue', invoices.ready, of('ready'));
    addMoney('Outstanding', invoices.open, of('open'));
  }
  if (proposals) {
    addMoney('Proposals awaiting reply', proposals, { section: 'proposals', status: 'waiting' });
  }
  return lines.filter(({ count }) => count > 0).slice(0, linesMax);
}

/** Open tasks of today. Each figure links to its rows. */
export function Today() {
  const { api } = useRouter().options.context;
  const { data, error, refetch } = useQuery(api.admin.overview.today.queryOptions());
  const lines = data && linesOf(data);
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-labelledby="today">
      <Title order={2} id="today" mb="sm">
        Today
      </Title>
      {error && <FailedQuery error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={76} />}
      {lines?.length === 0 && (
        <Text c="dimmed" fz="sm">
          Nothing is overdue, and nothing waits for you.
        </Text>
      )}
      {lines && lines.length > 0 && (
        <SimpleGrid component="ul" className="today" cols={{ base: 2, sm: 3, lg: 5 }} spacing="xs">
          {lines.map(({ label, count, sum, isLate, search }) => (
            <li key={label}>
              <Link to="/admin" search={search} className="today-figure">
                <Text component="span" c="dimmed" fz="sm">
                  {label}
                </Text>
                <Text component="span" className="today-count" {...(isLate && { c: 'red' })}>
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
