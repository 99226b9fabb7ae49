import { Link } from '@tanstack/react-router';

import { servicesTexts } from '~/contract/built-in-pages/services-texts';
import { useIsShown, useSettings, useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './page-services.module.css';

/** Call to action below the services, for anything that none of them covers. */
export function ServicesCall() {
  const { answerWithin } = useSettings();
  const texts = useTexts('services', servicesTexts);
  const hasPlans = useIsShown('pricing');
  return (
    <section className={styles.call} aria-labelledby="call-title">
      <h2 id="call-title">{texts.callTitle}</h2>
      <div className={styles.side}>
        <p>{texts.callText.replace('{answer time}', answerWithin)}</p>
        <div className={styles.actions}>
          <Link to="/contact" className={buttonClass('default', 'lg')}>
            {texts.callButton}
          </Link>
          {hasPlans && (
            <Link to="/pricing" className={buttonClass('outline', 'lg')}>
              {texts.callLink}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}
