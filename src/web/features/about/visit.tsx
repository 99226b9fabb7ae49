import { Link } from '@tanstack/react-router';

import { aboutTexts } from '~/contract/built-in-pages/about-texts';
import { ContactDetails } from '~/web/shell/contact-details';
import { useIsShown, useSettings, useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './visit.module.css';

export function Visit() {
  const { contact } = useSettings();
  const texts = useTexts('about', aboutTexts);
  const hasWork = useIsShown('portfolio');
  if (!useIsShown('visit')) return null;
  return (
    <section className={styles.section} aria-labelledby="visit-title">
      <div className={`wrap ${styles.grid}`}>
        <div>
          <h2 id="visit-title" className={styles.title}>
            {texts.visitTitle}
          </h2>
          <div className={styles.actions}>
            <Link to="/contact" className={buttonClass('default', 'lg')}>
              {texts.visitButton}
            </Link>
            {hasWork && (
              <Link to="/portfolio" className={buttonClass('outline', 'lg')}>
                {texts.visitLink}
              </Link>
            )}
          </div>
        </div>
        <ContactDetails contact={contact} />
      </div>
    </section>
  );
}
