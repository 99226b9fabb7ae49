import { formatMoney } from '~/contract/common/money';
import { categoryLabels } from '~/contract/services/categories';
import { heroFeaturesLimit, perUnit } from '~/contract/services/services';
import type { Service } from '~/contract/services/services-schema';
import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import { Picture } from '~/web/ui/picture';
import styles from './service-hero.module.css';

export function ServiceHero({ service }: { service: Service }) {
  const { claims, currency } = useSettings();
  return (
    <header className={`wrap ${styles.hero}`}>
      <div className={styles.words}>
        <p className={styles.badge}>{categoryLabels[service.category]}</p>
        <h1 className={styles.title}>{service.heroTitle || service.name}</h1>
        <p className={styles.lead}>{service.heroSubtitle || service.description}</p>
        {service.features.length > 0 && (
          <ul className={styles.features}>
            {service.features.slice(0, heroFeaturesLimit).map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        )}
        <a href="#quote" className={`${buttonClass('default', 'lg')} ${styles.action}`}>
          Get Free Quote
        </a>
      </div>
      <div className={styles.side}>
        {service.imageUrl ? (
          <Picture
            url={service.imageUrl}
            sizes="(min-width: 64rem) 32rem, 92vw"
            className={styles.picture}
            fallbackSize={{ width: 960, height: 600 }}
            eager
          />
        ) : (
          <FlightMark seed={service.slug} kind="cover" className={styles.picture} />
        )}
        <dl className={styles.facts}>
          <div>
            <dt>{service.priceKind === 'from' ? 'Starting at' : 'Price'}</dt>
            <dd className={styles.price}>
              {perUnit(formatMoney(service.price, currency), service.priceUnit)}
            </dd>
          </div>
          <div>
            <dt>Timeline</dt>
            <dd>{service.timeline}</dd>
          </div>
          {[claims.rating, claims.projects]
            .filter(({ value }) => value)
            .map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </div>
    </header>
  );
}
