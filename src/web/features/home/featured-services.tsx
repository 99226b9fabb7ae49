import { Link, useRouter } from '@tanstack/react-router';

import { homeTexts } from '~/contract/pages/home-texts';
import { useResult } from '~/web/lib/use-result';
import { useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './featured-services.module.css';
import { ServiceRows } from './service-rows';

export function FeaturedServices() {
  const { api } = useRouter().options.context;
  const services = useResult(api.services.firstCards.queryOptions());
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
        <ServiceRows services={services} />
      </div>
    </section>
  );
}
