import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import styles from './sent-next.module.css';
import { useSettings } from './settings';

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/**
 * What comes of a lead that was just sent: until when it is answered, and what to look for in one's mail. The private link of a quote is
 * in the mail alone: whoever types an address here has not shown that it is theirs.
 */
export function SentNext(props: {
  email: string;
  /** What was sent, in short. */
  facts: [label: string, value: string][];
  /** Whether the mail has a link to follow it. */
  hasLink?: boolean;
}) {
  const { email, facts, hasLink = false } = props;
  const { client } = useRouter().options.context;
  const { answerWithin, contact } = useSettings();
  const [due, setDue] = useState('');

  useEffect(() => {
    let isShown = true;
    client.settings.answerDue.query().then(
      ({ dueAt }) => {
        if (isShown) setDue(dayAndTime.format(new Date(dueAt)));
      },
      // The promise without its date is shown already.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [client]);

  return (
    <div className={styles.next}>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        <div>
          <dt>You’ll hear from us by</dt>
          <dd>{due || `within ${answerWithin}`}</dd>
        </div>
      </dl>
      <p>
        Check your inbox: we've sent a confirmation to <b>{email}</b>
        {hasLink && ' with a private link to follow your quote'}. Not there in a few minutes? Check
        your spam folder or write to {contact.email}.
      </p>
    </div>
  );
}
