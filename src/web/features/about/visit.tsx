import { Link } from '@tanstack/react-router';

import { ContactDetails } from '~/web/shell/contact-details';
import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
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
