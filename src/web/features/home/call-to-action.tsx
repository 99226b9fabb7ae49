import { Link } from '@tanstack/react-router';

import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './call-to-action.module.css';

export function CallToAction() {
  const { contact } = useSettings();
  return (
    <section className="wrap" aria-labelledby="cta-title">
      <div className={styles.block}>
        <h2 id="cta-title" className={styles.title}>
          Tell us what is in the way
        </h2>
        <div className={styles.side}>
          <p>
            Half an hour, no slides. You leave with an honest opinion and a price range, whether we
            work together or not.
          </p>
          <div className={styles.actions}>
            <Link to="/contact" className={buttonClass('default', 'lg')}>
              Start a conversation
            </Link>
            <Link to="/portfolio" className={buttonClass('outline', 'lg')}>
              See our work
            </Link>
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
