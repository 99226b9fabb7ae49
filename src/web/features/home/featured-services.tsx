import { Link, useRouter } from '@tanstack/react-router';

import { formatMoney } from '~/contract/common/money';
import { homeTexts } from '~/contract/pages/home-texts';
import { perUnit } from '~/contract/services/services';
import { useResult } from '~/web/lib/use-result';
import { useSettings, useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import styles from './featured-services.module.css';

export function FeaturedServices() {
  const { api } = useRouter().options.context;
  const services = useResult(api.services.firstCards.queryOptions());
  const { currency } = useSettings();
  const texts = useTexts('home', homeTexts);
  if (services.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="services-title">
      <div className="wrap">
        <div className={styles.head}>
          <h2 id="services-title">{texts.servicesTitle}</h2>
          <Link to="/services" className={buttonClass('outline')}>
            {texts.servicesLink}
          </Link>
        </div>
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
      </div>
    </section>
  );
}
