import { Link } from '@tanstack/react-router';

import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './invitation.module.css';

/** A call to action after reading: write to the agency. */
export function Invitation() {
  const { contact, answerWithin } = useSettings();
  return (
    <section className={styles.section} aria-labelledby="invitation-title">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="invitation-title">What does not work at yours?</h2>
        <div className={styles.side}>
          <p>
            Tell us as you would tell a colleague. You get an honest opinion within {answerWithin},
            with a price range if we can help.
          </p>
          <div className={styles.actions}>
            <Link to="/contact" className={buttonClass('default', 'lg')}>
              Start a conversation
            </Link>
            <Link to="/services" className={buttonClass('outline', 'lg')}>
              Services and prices
            </Link>
          </div>
          {contact.email && (
            <p>
              Or write to <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
