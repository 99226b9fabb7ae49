import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Service } from '~/contract/services/services-schema';
import { useResult } from '~/web/lib/use-result';
import styles from './page-service.module.css';
import { RelatedServices } from './related-services';
import { ServiceAside } from './service-aside';
import { ServiceHero } from './service-hero';
import { ServiceWhy } from './service-why';

const route = getRouteApi('/services/$slug');

/** Page of a service. @param props.quoteForm returns the quote form for this service */
export function PageService({ quoteForm }: { quoteForm(service: Service): ReactNode }) {
  const { api } = route.useRouteContext();
  const { slug } = route.useParams();
  const service = useResult(api.services.get.queryOptions({ slug }));

  return (
    <article>
      <ServiceHero service={service} />
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.main}>
          {service.detailedDescription && (
            <section aria-labelledby="about-title">
              <h2 id="about-title">About This Service</h2>
              <div className={styles.prose}>
                {service.detailedDescription.split(/\n{2,}/).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </section>
          )}
          {service.processSteps.length > 0 && (
            <section aria-labelledby="process-title">
              <h2 id="process-title">Our Process</h2>
              <ol className={styles.steps}>
                {service.processSteps.map((step) => (
                  <li key={step.title}>
                    <h3>{step.title}</h3>
                    <p>{step.description}</p>
                  </li>
                ))}
              </ol>
            </section>
          )}
          {service.deliverables.length > 0 && (
            <section aria-labelledby="deliverables-title">
              <h2 id="deliverables-title">What You'll Get</h2>
              <ul className={styles.deliverables}>
                {service.deliverables.map((deliverable) => (
                  <li key={deliverable}>{deliverable}</li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <ServiceAside service={service} />
      </div>
      <ServiceWhy />
      {quoteForm(service)}
      <RelatedServices service={service} />
    </article>
  );
}
