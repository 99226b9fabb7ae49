import { Link } from '@tanstack/react-router';

import { useSettings } from '~/web/lib/settings';
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
            <Link to={'/contact' as string} className={buttonClass('default', 'lg')}>
              Start a conversation
            </Link>
            <Link to="/portfolio" className={buttonClass('outline', 'lg')}>
              See our work
            </Link>
          </div>
        </div>
        <dl className={styles.details}>
          <div>
            <dt>Address</dt>
            <dd>
              {contact.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </dd>
          </div>
          <div>
            <dt>Mail and phone</dt>
            <dd>
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
              <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>{contact.phone}</a>
            </dd>
          </div>
          <div>
            <dt>Hours</dt>
            <dd>{contact.hours}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
