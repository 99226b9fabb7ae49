import { contactServices, noService } from '~/contract/leads/contact';
import type { ContactFields } from '~/contract/leads/contact-schema';
import { labelOf } from '~/contract/leads/quotes';
import { SentNext } from '~/web/shell/sent-next';
import { FlightScene } from '~/web/ui/flight-scene';
import styles from './message-sent.module.css';

/** Confirmation above the emptied form: what was sent, and what happens next. */
export function MessageSent({ sent, about }: { sent: ContactFields; about: string }) {
  return (
    <section className={styles.sent} aria-labelledby="message-sent-title">
      <FlightScene kind="landing" />
      <h2
        id="message-sent-title"
        className={styles.title}
        tabIndex={-1}
        // Gets the focus, because the button that had it is at the bottom of the emptied form.
        ref={(heading) => {
          heading?.focus({ preventScroll: true });
          heading?.scrollIntoView({ block: 'nearest' });
        }}
      >
        We’ve received your message
      </h2>
      <SentNext
        email={sent.email}
        facts={[
          [
            'About',
            about ||
              (sent.service === noService.value ? '' : labelOf(contactServices, sent.service)),
          ],
          ['Message', sent.message],
        ]}
      />
    </section>
  );
}
