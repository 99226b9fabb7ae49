import { Group, Paper, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import type { ChartSpan } from '~/contract/admin/admin-schema';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { keepPreviousData, useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';

const Chart = lazy(() => import('./chart').then((module) => ({ default: module.Chart })));

const spans: { value: ChartSpan; label: string }[] = [
  { value: '30d', label: '30 days' },
  { value: '12w', label: '12 weeks' },
  { value: '12m', label: '12 months' },
];

/** Leads and revenue over time. */
export function ChartCard() {
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const [span, setSpan] = useState<ChartSpan>('12w');
  const { data, error, refetch } = useQuery(
    api.admin.overview.chart.queryOptions({ span }, { placeholderData: keepPreviousData }),
  );
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="leads-and-revenue">
      <Group justify="space-between" mb="md">
        <Title order={2} id="leads-and-revenue">
          Leads and revenue
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Span of the chart"
          value={span}
          data={spans}
          onChange={(value) => setSpan(value as ChartSpan)}
        />
      </Group>
      {error ? (
        <FailedQuery error={error} onRetry={refetch} />
      ) : (
        <Suspense fallback={<Skeleton height={330} />}>
          {data ? <Chart points={data} span={span} /> : <Skeleton height={330} />}
        </Suspense>
      )}
      <Text c="dimmed" fz="xs" mt="md">
        Leads are new quotes and messages without spam. Revenue is what clients paid in {currency},
        less refunds and disputes, by the date of payment. Days begin at midnight UTC.
      </Text>
    </Paper>
  );
}
