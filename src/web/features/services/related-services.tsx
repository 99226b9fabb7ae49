import { Link, useRouter } from '@tanstack/react-router';

import { formatMoney } from '~/contract/common/money';
import { perUnit } from '~/contract/services/services';
import type { Service } from '~/contract/services/services-schema';
import { useResult } from '~/web/lib/use-result';
import { useSettings } from '~/web/shell/settings';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import styles from './related-services.module.css';

export function RelatedServices({ service }: { service: Service }) {
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const { category, slug } = service;
  const related = useResult(api.services.related.queryOptions({ category, slug }));
  if (related.length === 0) return null;
  return (
    <section className={`wrap ${styles.section}`} aria-labelledby="related-title">
      <h2 id="related-title">Related Services</h2>
      <ul className={styles.list}>
        {related.map((one) => (
          <li key={one.id} className={styles.item}>
            <FlightMark seed={one.slug} kind="emblem" className={styles.emblem} />
            <h3>{one.name}</h3>
            <p className={styles.description}>{one.description}</p>
            <p className={styles.price}>
              {perUnit(formatMoney(one.price, currency), one.priceUnit)}
            </p>
            <Link
              to="/services/$slug"
              params={{ slug: one.slug }}
              className={styles.more}
              aria-label={`View Details: ${one.name}`}
            >
              View Details
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
