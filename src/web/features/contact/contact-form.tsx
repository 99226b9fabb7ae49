import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { phoneMax, textMax } from '~/contract/common/limits';
import { contactServicesOf, noService } from '~/contract/leads/contact';
import type { ContactFields } from '~/contract/leads/contact-schema';
import { type ContactSubject, contactSubjects } from '~/contract/leads/contact-subjects';
import { useForm } from '~/web/lib/use-form';
import { AnswerWayField } from '~/web/shell/answer-way-field';
import { useFormFields } from '~/web/shell/form-fields';
import { SelectField, TextAreaField, TextField, TrapField, trapName } from '~/web/ui/field';
import { EmailField, NameFields } from '~/web/ui/person-fields';
import { SubmitButton } from '~/web/ui/submit-button';
import { toast } from '~/web/ui/toast-store';
import styles from './contact-form.module.css';
import { MessageSent } from './message-sent.lazy';

const loadSchema = () =>
  Promise.all([import('~/contract/leads/contact-schema'), MessageSent.preload?.()]).then(
    ([module]) => module.contactFormSchemaOf,
  );

/** Contact form. @param props.subject subject that the link to the form has set */
export function ContactForm({ subject }: { subject: ContactSubject | undefined }) {
  const { client } = useRouter().options.context;
  const { fields: asked, loadSchema: loadRules, onFailed } = useFormFields(loadSchema);
  const about = subject ? contactSubjects[subject] : '';
  /**
   * Last message that was sent. `count` gives every confirmation a new key, so that it gets the
   * focus.
   */
  const [sent, setSent] = useState<{ fields: ContactFields; count: number }>();
  const form = useForm<ContactFields>({
    draft: { name: 'contact', keptWhile: 'typing' },
    loadSchema: loadRules,
    send: ({ channel, ...fields }, attempt) =>
      client.contact.send.mutate({
        ...fields,
        ...(channel && { preferredChannel: channel }),
        subject: about,
        key: attempt.key,
        website: attempt.values[trapName] ?? '',
      }),
    onSent: (fields) => {
      toast({
        title: 'Message Sent!',
        description: "Thank you for your message. We'll get back to you soon.",
      });
      setSent((before) => ({ fields, count: (before?.count ?? 0) + 1 }));
    },
    failureText: 'Failed to send message. Please try again.',
    onFailed: (error) => {
      const { preferredChannel, ...others } = onFailed(error);
      return { ...others, ...(preferredChannel && { channel: preferredChannel }) };
    },
  });
  const { errors } = form;

  return (
    <div className={styles.column}>
      {sent && <MessageSent key={sent.count} sent={sent.fields} about={about} />}
      <form {...form.formProps} className={styles.form} aria-labelledby="contact-form-title">
        <div className={styles.wide}>
          <h2 id="contact-form-title" className={styles.title}>
            Send us a message
          </h2>
          {about && <p className={styles.about}>{about}</p>}
          {form.wasSent && !sent && (
            <p className={styles.received}>
              We’ve received your message. Look for our confirmation in your inbox.
            </p>
          )}
        </div>
        <NameFields errors={errors} />
        <EmailField errors={errors} />
        {asked.phone !== 'off' && (
          <TextField
            name="phone"
            label={asked.phoneLabels.contact}
            type="tel"
            optional={asked.phone === 'optional'}
            autoComplete="tel"
            maxLength={phoneMax}
            error={errors.phone}
          />
        )}
        {about ? (
          <input type="hidden" name="service" value={noService.value} />
        ) : (
          <div className={styles.wide}>
            <SelectField
              name="service"
              label="Service"
              placeholder="Select a service"
              options={contactServicesOf(asked)}
              error={errors.service}
            />
          </div>
        )}
        <AnswerWayField use={asked.channel} error={errors.channel} />
        <div className={styles.wide}>
          <TextAreaField
            // The key restarts the character counter of the emptied form.
            key={sent?.count}
            name="message"
            label="Message"
            placeholder="What do you need, and what would a good outcome look like?"
            maxLength={textMax}
            error={errors.message}
          />
        </div>
        <TrapField />
        <div className={styles.wide}>
          <SubmitButton form={form} size="lg" label="Send Message" pendingLabel="Sending..." />
          <noscript>
            <p className={styles.note}>This form needs JavaScript. Our address is on this page.</p>
          </noscript>
        </div>
      </form>
    </div>
  );
}
