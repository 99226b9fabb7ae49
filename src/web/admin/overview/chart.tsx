import '@mantine/charts/styles.css';

import { CompositeChart } from '@mantine/charts';

import type { ChartPoint, ChartSpan } from '~/contract/admin/admin-schema';
import { useSettings } from '~/web/shell/settings';

const inDays = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const inMonths = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

/** Chart with leads as bars and revenue as a line. Screen readers get the same data as a table. */
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
      <div aria-hidden>
        <CompositeChart
          h={330}
          data={data}
          dataKey="when"
          withLegend
          withRightYAxis
          maxBarWidth={28}
          yAxisProps={{ allowDecimals: false, width: 36 }}
          rightYAxisProps={{ width: 64, tickFormatter: (value: number) => money.format(value) }}
          series={[
            { name: 'Leads', color: 'var(--slate)', type: 'bar' },
            { name: 'Revenue', color: 'var(--rust)', type: 'line', yAxisId: 'right' },
          ]}
          curveType="linear"
          // Content that is hidden from screen readers must not be focusable either.
          composedChartProps={{ accessibilityLayer: false }}
        />
      </div>
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
