import { Link } from '@tanstack/react-router';

import { formatMoney } from '~/contract/common/money';
import { categoryLabels } from '~/contract/services/categories';
import { perUnit } from '~/contract/services/services';
import type { ServiceCard } from '~/contract/services/services-schema';
import { useSettings } from '~/web/shell/settings';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import { Picture } from '~/web/ui/picture';
import styles from './card-service.module.css';

export function CardService({ service }: { service: ServiceCard }) {
  const { currency } = useSettings();
  return (
    <li className={styles.card}>
      {service.imageUrl ? (
        <Picture
          url={service.imageUrl}
          sizes="6rem"
          className={styles.emblem}
          fallbackSize={{ width: 96, height: 96 }}
        />
      ) : (
        <FlightMark seed={service.slug} kind="emblem" className={styles.emblem} />
      )}
      <div className={styles.body}>
        <p className={styles.category}>{categoryLabels[service.category]}</p>
        <h2 className={styles.name}>{service.name}</h2>
        <p className={styles.description}>{service.description}</p>
        <div className={styles.foot}>
          <p className={styles.price}>
            {service.priceKind === 'from' && <span>Starting at </span>}
            {perUnit(formatMoney(service.price, currency), service.priceUnit)}
          </p>
          <Link
            to="/services/$slug"
            params={{ slug: service.slug }}
            className={styles.more}
            aria-label={`More Details: ${service.name}`}
          >
            More Details
          </Link>
        </div>
      </div>
    </li>
  );
}
