import { Link } from '@tanstack/react-router';

import { formatMoney } from '~/contract/common/money';
import { perUnit } from '~/contract/services/services';
import type { ServiceCard } from '~/contract/services/services-schema';
import { useSettings } from '~/web/shell/settings';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import styles from './service-rows.module.css';

/** Lists services with their prices, one per line. */
export function ServiceRows({ services }: { services: ServiceCard[] }) {
  const { currency } = useSettings();
  return (
    <ul>
      {services.map((service) => (
        <li key={service.id} className={styles.row}>
          <FlightMark seed={service.slug} kind="emblem" className={styles.emblem} />
          <div className={styles.words}>
            <h3>{service.name}</h3>
            <p>{service.description}</p>
          </div>
          <p className={styles.price}>
            {service.priceKind === 'from' && <small>from </small>}
            {perUnit(formatMoney(service.price, currency), service.priceUnit)}
          </p>
          <Link to="/services/$slug" params={{ slug: service.slug }} className={styles.more}>
            Learn More<span className="visually-hidden"> about {service.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
