import { Button } from '~/web/ui/button';
import { IconAlertTriangle } from '~/web/ui/icons';
import { FileIcon } from './file-icon';
import styles from './message.module.css';
import type { Outgoing } from './outgoing';

/** A message that is being sent, or that failed. */
export function OutgoingItem(props: {
  sent: Outgoing;
  /** Label, for example that only the agency can read the message. */
  mark: string | undefined;
  onSendAgain(): void;
  /** Moves the message back to the field, so that it can be edited. */
  onEditFailed(): void;
  onDiscard(): void;
}) {
  const { sent } = props;
  const isFailed = sent.state === 'failed';
  return (
    <article
      className={styles.message}
      data-own="true"
      data-state={sent.state}
      data-mark={props.mark !== undefined}
      aria-label={isFailed ? 'Message not sent' : 'Message being sent'}
    >
      <header className={styles.head}>
        <span className={styles.author}>You</span>
        {props.mark && <span className={styles.mark}>{props.mark}</span>}
        {!isFailed && <span className={styles.time}>Sending...</span>}
      </header>
      {sent.text && (
        <p className={styles.plain} dir="auto">
          {sent.text}
        </p>
      )}
      {sent.files.length > 0 && (
        <ul className={styles.sentFiles}>
          {sent.files.map(({ id, name, type }) => (
            <li key={id}>
              <FileIcon type={type} />
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      {isFailed && (
        <div className={styles.failed}>
          <p role="alert">
            <IconAlertTriangle size={18} stroke={1.8} aria-hidden="true" />
            <span>This message was not sent. {sent.error}</span>
          </p>
          <Button size="sm" onClick={props.onSendAgain}>
            Send again
          </Button>
          <Button variant="outline" size="sm" onClick={props.onEditFailed}>
            Edit
          </Button>
          <Button variant="ghost" size="sm" onClick={props.onDiscard}>
            Discard
          </Button>
        </div>
      )}
    </article>
  );
}
