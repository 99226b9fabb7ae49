import { formatMoney } from '~/contract/common/money';
import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { useSettings } from '~/web/shell/settings';
import styles from './item-facts.module.css';

const hours = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Shows the facts of a portfolio item in one row. Renders nothing if there are none. */
export function ItemFacts({ item }: { item: PortfolioItem }) {
  const { currency } = useSettings();
  const { weeks, people, priceFrom, priceTo, hoursQuoted, hoursTaken } = item;
  const [from, to] = [priceFrom ?? priceTo, priceTo ?? priceFrom].map(
    (price) => price && formatMoney(price, currency),
  );
  const facts = [
    weeks !== null && { label: weeks === 1 ? 'week' : 'weeks', value: String(weeks) },
    people !== null && { label: people === 1 ? 'person' : 'people', value: String(people) },
    from && { label: 'price', value: from === to ? from : `${from} to ${to}` },
    hoursQuoted !== null && { label: 'hours quoted', value: hours.format(hoursQuoted) },
    hoursTaken !== null && { label: 'hours taken', value: hours.format(hoursTaken) },
  ].filter((fact) => fact !== false && fact !== null && fact !== '' && fact !== undefined);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts} aria-label="Time and team">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
