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
 * Explains what happens once a lead has been sent: when the agency will reply, and which email to
 * expect. The page does not show the private link of a quote, because the sender has not proven
 * that the email address is theirs. Only the email contains the link.
 */
export function SentNext(props: {
  email: string;
  /** Summary of what was sent. */
  facts: [label: string, value: string][];
  /** True if the email contains a link to the lead's page. */
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
      // The promised response time is shown anyway, without the date.
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
        Check your inbox: we’ve sent a confirmation to <b>{email}</b>
        {hasLink && ' with a private link to follow your quote'}. Not there in a few minutes? Check
        your spam folder or write to {contact.email}.
      </p>
    </div>
  );
}
