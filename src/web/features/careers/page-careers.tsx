import { getRouteApi, Link } from '@tanstack/react-router';

import { careersTexts } from '~/contract/built-in-pages/careers-texts';
import { useResult } from '~/web/lib/use-result';
import { useIsShown, useSettings, useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import { PageHead } from '~/web/ui/page-head';
import styles from './page-careers.module.css';

const route = getRouteApi('/careers');

export function PageCareers() {
  const { api } = route.useRouteContext();
  const { contact } = useSettings();
  const careers = useResult(api.settings.careers.queryOptions());
  const { positions, steps } = careers;
  const hasSteps = useIsShown('applying') && steps.length > 0;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead {...useTexts('careers', careersTexts)} lead={careers.lead} />
      <section className={styles.positions} aria-labelledby="positions-title">
        <h2 id="positions-title">Open positions</h2>
        {positions.length > 0 ? (
          <ul>
            {positions.map((position) => (
              <li key={position.title} className={styles.position}>
                <div>
                  <h3 className={styles.name}>{position.title}</h3>
                  <p className={styles.terms}>
                    {[position.terms, position.place].filter(Boolean).join(', ')}
                  </p>
                </div>
                <div className={styles.side}>
                  <p>{position.text}</p>
                  <a
                    className={buttonClass('outline')}
                    aria-label={`Apply by email: ${position.title}`}
                    href={`mailto:${contact.email}?subject=${encodeURIComponent(position.title)}`}
                  >
                    Apply by email
                  </a>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <div className={styles.none}>
            <p>
              We have no open positions right now. If you think we should meet anyway, write to us.
              We read everything and keep nothing without asking you.
            </p>
            <Link to="/contact" search={{ subject: 'careers' }} className={buttonClass('outline')}>
              Write to us
            </Link>
          </div>
        )}
      </section>
      {hasSteps && (
        <section className={styles.how} aria-labelledby="how-title">
          <h2 id="how-title">How to apply</h2>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
