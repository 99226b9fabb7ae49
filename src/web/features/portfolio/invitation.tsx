import { Link } from '@tanstack/react-router';

import { invitationTexts } from '~/contract/built-in-pages/invitation-texts';
import { useIsShown, useSettings, useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './invitation.module.css';

/** Call to action after a portfolio item: write to the agency. */
export function Invitation() {
  const { contact, answerWithin } = useSettings();
  const texts = useTexts('portfolio', invitationTexts);
  if (!useIsShown('invitation')) return null;
  return (
    <section className={styles.section} aria-labelledby="invitation-title">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="invitation-title">{texts.inviteTitle}</h2>
        <div className={styles.side}>
          <p>{texts.inviteText.replace('{answer time}', answerWithin)}</p>
          <div className={styles.actions}>
            <Link to="/contact" className={buttonClass('default', 'lg')}>
              {texts.inviteButton}
            </Link>
            <Link to="/services" className={buttonClass('outline', 'lg')}>
              {texts.inviteLink}
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
