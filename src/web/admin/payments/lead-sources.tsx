import { Group, Paper, SegmentedControl, Skeleton, Table, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { sourceInWords } from '~/contract/leads/came-from';
import { type TrafficPeriod, trafficPeriods } from '~/contract/traffic/traffic';
import type { SourceSteps, TrafficReport } from '~/contract/traffic/traffic-schema';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { keepPreviousData, useQuery } from '~/web/lib/queries';
import './reports.css';

type Steps = Omit<SourceSteps, 'source'>;

const count = new Intl.NumberFormat('en-US');
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** Steps after the visits. `of` is the step that counts as 100%. */
const steps = [
  { step: 'leads', of: 'visits', label: 'Leads', ofWhat: 'of visits' },
  { step: 'proposals', of: 'leads', label: 'Proposals sent', ofWhat: 'of leads' },
  { step: 'accepted', of: 'proposals', label: 'Accepted', ofWhat: 'of proposals' },
] as const;

/** Hides one step on phones to save space. */
const shownFromOf = (step: (typeof steps)[number]['step']) =>
  step === 'proposals' ? 'xs' : undefined;

/** Table of visits by source with the resulting leads, proposals and payments, and the most visited pages. */
export function LeadSources() {
  const { api } = useRouter().options.context;
  const [days, setDays] = useState<TrafficPeriod>(90);
  const { data, error, refetch } = useQuery(
    api.admin.traffic.report.queryOptions({ days }, { placeholderData: keepPreviousData }),
  );
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="lead-sources">
      <Group justify="space-between" mb="md">
        <Title order={2} id="lead-sources">
          Lead sources
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={String(days)}
          data={trafficPeriods.map((one) => ({ value: String(one), label: `${one} days` }))}
          onChange={(value) => setDays(Number(value) as TrafficPeriod)}
        />
      </Group>
      {error && <FailedQuery error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={240} />}
      {data && !error && <Report report={data} />}
    </Paper>
  );
}

function Report({ report }: { report: TrafficReport }) {
  const { from, to, sources, total, pages } = report;
  if (sources.length === 0 && pages.length === 0) {
    return (
      <Text c="dimmed" fz="sm" maw="44rem">
        No visits in this period. This report shows visits, leads, proposals and revenue for each
        site, search engine and campaign. Bots and admins are not counted.
      </Text>
    );
  }
  return (
    <>
      <div className="lead-sources">
        <Table verticalSpacing={6} aria-label="Sources">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Source</Table.Th>
              <Table.Th ta="right">Visits</Table.Th>
              {steps.map(({ step, label }) => (
                <Table.Th key={step} ta="right" visibleFrom={shownFromOf(step)}>
                  {label}
                </Table.Th>
              ))}
              <Table.Th ta="right">Paid</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sources.map(({ source, ...row }) => (
              <Table.Tr key={source ?? ' '}>
                <Table.Th scope="row" fw={400} className="lead-source">
                  {sourceInWords(source)}
                </Table.Th>
                <StepCells row={row} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">Total</Table.Th>
              <StepCells row={total} isTotal />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
        <div>
          <Title order={3} mb="xs" id="top-pages">
            Most visited pages
          </Title>
          {pages.length === 0 && (
            <Text c="dimmed" fz="sm">
              No page views in this period.
            </Text>
          )}
          <ol className="top-pages" aria-labelledby="top-pages">
            {pages.map(({ page, views }) => (
              <li key={page}>
                <a href={page} target="_blank" rel="noopener" className="row-link">
                  {page}
                </a>
                <Text component="span" fz="sm" className="figure">
                  {count.format(views)}
                </Text>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <Text c="dimmed" fz="xs" mt="sm">
        {dateInWords(from)} to {dateInWords(to)}: visits and leads of this period, and what the
        leads led to so far. Each lead counts once.
      </Text>
    </>
  );
}

function StepCells({ row, isTotal = false }: { row: Steps; isTotal?: boolean }) {
  const weight = { fw: isTotal ? 600 : 400 };
  return (
    <>
      <Table.Td ta="right" className="figure" {...weight}>
        {count.format(row.visits)}
      </Table.Td>
      {steps.map(({ step, of, ofWhat }) => (
        <Table.Td
          key={step}
          ta="right"
          className="figure"
          visibleFrom={shownFromOf(step)}
          {...weight}
        >
          {count.format(row[step])}
          <Share value={row[step]} of={row[of]} what={ofWhat} />
        </Table.Td>
      ))}
      <Table.Td ta="right" className="figure" {...weight}>
        {row.paid.length === 0
          ? '–'
          : row.paid.map(({ currency, amount }) => (
              <div key={currency}>{formatAmount(amount, currency)}</div>
            ))}
      </Table.Td>
    </>
  );
}

/** Shows a share, unless it would be meaningless: leads from the API have no counted visits. */
function Share({ value, of, what }: { value: number; of: number; what: string }) {
  if (value === 0 || of === 0 || value > of) return null;
  return (
    <Text component="div" c="dimmed" fz="xs" pos="relative">
      {percent.format(value / of)}
      <span className="visually-hidden"> {what}</span>
    </Text>
  );
}
