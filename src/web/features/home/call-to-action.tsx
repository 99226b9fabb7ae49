import { Link } from '@tanstack/react-router';

import { homeTexts } from '~/contract/built-in-pages/home-texts';
import { useIsShown, useSettings, useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './call-to-action.module.css';

export function CallToAction() {
  const { contact } = useSettings();
  const texts = useTexts('home', homeTexts);
  const hasWork = useIsShown('portfolio');
  return (
    <section className="wrap" aria-labelledby="cta-title">
      <div className={styles.block}>
        <h2 id="cta-title" className={styles.title}>
          {texts.callTitle}
        </h2>
        <div className={styles.side}>
          <p>{texts.callText}</p>
          <div className={styles.actions}>
            <Link to="/contact" className={buttonClass('default', 'lg')}>
              {texts.callButton}
            </Link>
            {hasWork && (
              <Link to="/portfolio" className={buttonClass('outline', 'lg')}>
                {texts.callLink}
              </Link>
            )}
          </div>
          {contact.email && (
            <p className={styles.small}>
              Or write to <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
