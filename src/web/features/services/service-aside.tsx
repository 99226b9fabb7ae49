import { formatMoney } from '~/contract/common/money';
import { perUnit } from '~/contract/services/services';
import type { Service } from '~/contract/services/services-schema';
import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './service-aside.module.css';

export function ServiceAside({ service, brandName }: { service: Service; brandName: string }) {
  const { currency, reasons } = useSettings();
  return (
    <div className={styles.aside}>
      <section className={styles.card} aria-label="In short">
        <p className={styles.label}>{service.priceKind === 'from' ? 'Starting price' : 'Price'}</p>
        <p className={styles.price}>
          {perUnit(formatMoney(service.price, currency), service.priceUnit)}
        </p>
        <p className={styles.label}>Timeline</p>
        <p className={styles.timeline}>{service.timeline}</p>
        {service.features.length > 0 && (
          <>
            <h2 className={styles.heading}>Key features</h2>
            <ul className={styles.features}>
              {service.features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </>
        )}
        <a href="#quote" className={`${buttonClass()} ${styles.action}`}>
          Get Quote
        </a>
      </section>
      <section className={styles.why} aria-labelledby="why-title">
        <h2 id="why-title" className={styles.heading}>
          Why Choose Us
        </h2>
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason.title}>{reason.title}</li>
          ))}
        </ul>
        <p className={styles.signed}>The people at {brandName}</p>
      </section>
    </div>
  );
}
