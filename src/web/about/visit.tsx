import { Link } from '@tanstack/react-router';

import { useSettings } from '~/web/lib/settings';
import { buttonClass } from '~/web/ui/button';
import { ContactDetails } from '~/web/ui/contact-details';
import styles from './visit.module.css';

export function Visit() {
  const { contact } = useSettings();
  return (
    <section className={styles.section} aria-labelledby="visit-title">
      <div className={`wrap ${styles.grid}`}>
        <div>
          <h2 id="visit-title" className={styles.title}>
            Come by, or write
          </h2>
          <div className={styles.actions}>
            <Link to="/contact" className={buttonClass('default', 'lg')}>
              Start a conversation
            </Link>
            <Link to="/portfolio" className={buttonClass('outline', 'lg')}>
              See our work
            </Link>
          </div>
        </div>
        <ContactDetails contact={contact} />
      </div>
    </section>
  );
}
