import '@mantine/charts/styles.css';

import { BarChart } from '@mantine/charts';
import { SimpleGrid, Text } from '@mantine/core';

import type { ChartPoint, ChartSpan } from '~/contract/admin/admin-schema';
import { useSettings } from '~/web/shell/settings';

const inDays = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const inMonths = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

/** One bar chart of leads and one of revenue. Screen readers get the same data as a table. */
export function Chart({ points, span }: { points: ChartPoint[]; span: ChartSpan }) {
  const { currency } = useSettings();
  const money = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
  });
  const format = span === '12m' ? inMonths : inDays;
  const data = points.map((point) => ({
    when: format.format(new Date(point.from)),
    Leads: point.leads,
    Revenue: point.revenue,
  }));
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" aria-hidden>
        <Bars name="Leads" color="var(--slate)" data={data} />
        <Bars
          name="Revenue"
          color="var(--rust)"
          data={data}
          format={(value) => money.format(value)}
        />
      </SimpleGrid>
      <table className="visually-hidden">
        <caption>Leads and revenue</caption>
        <thead>
          <tr>
            <th>From</th>
            <th>Leads</th>
            <th>Revenue</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.from}>
              <td>{point.from}</td>
              <td>{point.leads}</td>
              <td>{money.format(point.revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Bars(props: {
  name: 'Leads' | 'Revenue';
  color: string;
  data: { when: string; Leads: number; Revenue: number }[];
  format?: (value: number) => string;
}) {
  const { name, color, data, format = String } = props;
  return (
    <div>
      <Text fz="sm" fw={600} mb="xs">
        {name}
      </Text>
      <BarChart
        h={260}
        data={data}
        dataKey="when"
        maxBarWidth={28}
        valueFormatter={format}
        yAxisProps={{ allowDecimals: false, width: name === 'Leads' ? 36 : 72 }}
        series={[{ name, color }]}
        // Content that is hidden from screen readers must not be focusable either.
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
