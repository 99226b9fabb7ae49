import { formatBytes } from '~/contract/common/bytes';
import type { LinkedMessage } from '~/contract/conversations/conversations-schema';
import { messageMax } from '~/contract/threads/threads';
import { useForm } from '~/web/lib/use-form';
import { CutText } from '~/web/ui/cut-text';
import { TextAreaField } from '~/web/ui/field';
import { Moment } from '~/web/ui/moment';
import { PlainText } from '~/web/ui/plain-text';
import { SubmitButton } from '~/web/ui/submit-button';
import { toast } from '~/web/ui/toast-store';
import styles from './linked-conversation.module.css';

const loadSchema = () =>
  import('~/contract/conversations/conversations-schema').then(
    (module) => module.linkedAnswerSchema,
  );

export interface LinkedConversationProps {
  title: string;
  messages: LinkedMessage[];
  /** Name under which the draft is stored in this browser. */
  draftName: string;
  /** Label of the field before the first message. */
  firstLabel: string;
  /** True if the page also asks for a decision. */
  isBesideDecision?: boolean;
  /** Base path of the files of messages. */
  filesAt: string;
  send(message: { text: string; key: string }): Promise<void>;
}

/** Conversation about a quote or a proposal, with a field to reply. */
export function LinkedConversation(props: LinkedConversationProps) {
  const { title, messages } = props;
  const form = useForm<{ text: string }>({
    draft: { name: props.draftName, keptWhile: 'typing' },
    loadSchema,
    send: async ({ text }, { key }) => {
      await props.send({ text, key });
      toast({ title: 'Message Sent', description: 'We’ll reply by email.' });
    },
    failureText: 'Failed to send your message. Please try again.',
  });
  return (
    <section className={styles.conversation} aria-labelledby="conversation-title">
      <h2 id="conversation-title" className={styles.heading}>
        {title}
      </h2>
      {messages.length > 0 && (
        <ol className={styles.messages}>
          {messages.map((message) => (
            <li key={message.id} className={styles.message} data-own={!message.byAgency}>
              <p className={styles.by}>
                <b>{message.byAgency ? message.author : 'You'}</b>,{' '}
                <Moment at={message.createdAt} />
              </p>
              <PlainText text={message.text} />
              <CutText text={message.cutText} />
              {message.files.length > 0 && (
                <ul className={styles.files} aria-label="Files">
                  {message.files.map((file) => (
                    <li key={file.id}>
                      <a href={`${props.filesAt}/${file.id}`} download={file.name}>
                        <bdi>{file.name}</bdi>
                      </a>{' '}
                      <span>{formatBytes(file.size)}</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
      <form {...form.formProps} className={styles.answer} aria-label="Your message">
        <TextAreaField
          name="text"
          label={messages.length > 0 ? 'Your reply' : props.firstLabel}
          rows={4}
          maxLength={messageMax}
          error={form.errors.text}
        />
        <SubmitButton
          form={form}
          label="Send message"
          pendingLabel="Sending..."
          isSecondary={props.isBesideDecision ?? false}
        />
      </form>
    </section>
  );
}
