import { Link, useRouter } from '@tanstack/react-router';

import type { Inquiry } from '~/contract/requests/requests-schema';
import { formatDate } from '~/web/lib/dates';
import { useQuery } from '~/web/lib/queries';
import { useIsShown, useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import { Face } from '~/web/ui/face';
import styles from './first-steps.module.css';

/** Start of a new client's dashboard: the next three steps, and the first person of the About page. */
export function FirstSteps() {
  const { api } = useRouter().options.context;
  const { answerWithin } = useSettings();
  // Both queries are loaded with the page. If they fail, the page works without their results.
  const { data: [written] = [] } = useQuery(api.requests.inquiries.queryOptions());
  return (
    <div className={styles.place}>
      <ol className={styles.steps} aria-label="What happens next">
        <FirstStep written={written} />
        <li className={styles.step}>
          <h3>We answer within {answerWithin}</h3>
          <p>With questions or a priced proposal, here and by email.</p>
        </li>
        <li className={styles.step}>
          <h3>You accept, and we start</h3>
          <p>From then on, you find the messages, files and invoices here.</p>
        </li>
      </ol>
      <Person />
    </div>
  );
}

/** First step, which is completed if the client sent a quote or a message before signing up. */
function FirstStep({ written }: { written: Inquiry | undefined }) {
  if (written) {
    return (
      <li className={styles.step} data-done>
        <h3>You’ve contacted us</h3>
        <p>
          We received “<bdi>{written.title}</bdi>” on {formatDate(written.createdAt)}.{' '}
          <Link to="/dashboard/requests">Read it</Link>
        </p>
      </li>
    );
  }
  return (
    <li className={styles.step}>
      <h3>Tell us what you need</h3>
      <p>A few lines are enough: what you have, what it should do and by when.</p>
      <Link to="/dashboard/requests/new" className={buttonClass('default', 'sm')}>
        Write your first request
      </Link>
    </li>
  );
}

/** Shows the first person of the About page, if there is one. */
function Person() {
  const { api } = useRouter().options.context;
  const { contact } = useSettings();
  const isShown = useIsShown('about');
  const { data: about } = useQuery(api.settings.about.queryOptions());
  const person = about?.team.people[0];
  if (!isShown || !person) return null;
  return (
    <div className={styles.person}>
      <Face
        name={person.name}
        imageUrl={person.imageUrl}
        sizes="4rem"
        fallbackPx={128}
        className={styles.face}
      />
      <div>
        <h3>{person.name}</h3>
        <p>{person.role}</p>
        {contact.email && (
          <p>
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </p>
        )}
      </div>
    </div>
  );
}
