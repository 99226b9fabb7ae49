import { useEffect, useRef } from 'react';

import { SentNext } from '~/web/shell/sent-next';
import { useSettings } from '~/web/shell/settings';
import { Button, buttonClass } from '~/web/ui/button';
import { FlightScene } from '~/web/ui/flight-scene';
import { type ChatFields, chatUrl } from './chat';
import styles from './quote-submitted.module.css';

/** Shown in place of the form once a quote has been sent. */
export function QuoteSubmitted(props: {
  title: string;
  text: string;
  again: string;
  onAgain(): void;
  chat: ChatFields;
}) {
  const { chat } = props;
  const { whatsappNumber } = useSettings();
  const heading = useRef<HTMLHeadingElement>(null);

  // The heading gets the focus, because the form that had it is gone: keyboard users would otherwise start again at the
  // top.
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className={styles.submitted}>
      <FlightScene kind="landing" />
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {props.title}
      </h2>
      <p className={styles.text}>{props.text}</p>
      <SentNext
        email={chat.email}
        facts={[
          ['Service', chat.service],
          ['Number', chat.phone],
          ['Country', chat.country ?? ''],
        ]}
        hasLink
      />
      <div className={styles.actions}>
        {whatsappNumber && (
          <a
            className={buttonClass()}
            href={chatUrl(whatsappNumber, chat)}
            target="_blank"
            rel="noopener"
          >
            Continue on WhatsApp
          </a>
        )}
        <Button variant="outline" onClick={props.onAgain}>
          {props.again}
        </Button>
      </div>
    </div>
  );
}
