import { formatMoney } from '~/contract/common/money';
import { heroFeaturesLimit, perUnit } from '~/contract/services/services';
import type { Service } from '~/contract/services/services-schema';
import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './service-aside.module.css';

/** Card that leads to the quote form: features that the hero does not show, timeline and price. */
export function ServiceAside({ service }: { service: Service }) {
  const { currency } = useSettings();
  const more = service.features.slice(heroFeaturesLimit);
  const features = more.length > 0 ? more : service.features;
  return (
    <section className={styles.card} aria-label="At a glance">
      {features.length > 0 && (
        <>
          <h2 className={styles.heading}>{more.length > 0 ? 'Also included' : 'Key features'}</h2>
          <ul className={styles.features}>
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </>
      )}
      <dl className={styles.sum}>
        <div>
          <dt>Timeline</dt>
          <dd>{service.timeline}</dd>
        </div>
        <div className={styles.total}>
          <dt>{service.priceKind === 'from' ? 'Starting price' : 'Price'}</dt>
          <dd>{perUnit(formatMoney(service.price, currency), service.priceUnit)}</dd>
        </div>
      </dl>
      <a href="#quote" className={`${buttonClass()} ${styles.action}`}>
        Get Quote
      </a>
    </section>
  );
}
