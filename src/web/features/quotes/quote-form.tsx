import { type ReactNode, Suspense, useRef, useState } from 'react';

import { companyMax, nameMax, phoneMax, textMax } from '~/contract/common/limits';
import { budgetRangesIn, timelines } from '~/contract/leads/quote-options';
import type { ServiceQuoteFields } from '~/contract/leads/quotes-schema';
import type { Service } from '~/contract/services/services-schema';
import { useForm } from '~/web/lib/use-form';
import { AnswerWayField } from '~/web/shell/answer-way-field';
import { useFormFields } from '~/web/shell/form-fields';
import { useSettings } from '~/web/shell/settings';
import { SelectField, TextAreaField, TextField, TrapField } from '~/web/ui/field';
import { EmailField } from '~/web/ui/person-fields';
import { SubmitButton } from '~/web/ui/submit-button';
import styles from './quote-form.module.css';
import { QuoteSubmitted } from './quote-submitted.lazy';
import { useSendQuote } from './use-send-quote';

const loadSchema = () =>
  Promise.all([import('~/contract/leads/quotes-schema'), QuoteSubmitted.preload?.()]).then(
    ([module]) => module.serviceQuoteSchemaOf,
  );

/**
 * Quote form. `brief` renders the brief for the quote that was just sent, given its idempotency
 * key.
 */
export function QuoteForm(props: { service: Service; brief?(quoteKey: string): ReactNode }) {
  const { service, brief } = props;
  const { answerWithin } = useSettings();
  const [submitted, setSubmitted] = useState<Submitted | null>(null);
  return (
    <section id="quote" className={styles.section}>
      <div className={`wrap ${styles.grid}`}>
        <div>
          <p className={styles.kicker}>{service.ctaText}</p>
          <h2>Get a quote</h2>
          <p className={styles.lead}>
            Tell us what you have and what you need. Within {answerWithin}, you get a price, a date
            and our questions in writing.
          </p>
        </div>
        {submitted ? (
          <div>
            <QuoteSubmitted
              title="Quote Request Submitted"
              text={`Thank you, ${submitted.fields.name}. We read every request.`}
              again="Submit Another Quote"
              onAgain={() => setSubmitted(null)}
              chat={chatFields(service, submitted.fields)}
            />
            <Suspense>{brief?.(submitted.key)}</Suspense>
          </div>
        ) : (
          <ServiceQuoteForm service={service} onSubmitted={setSubmitted} />
        )}
      </div>
    </section>
  );
}

interface Submitted {
  fields: ServiceQuoteFields;
  /** Idempotency key of the submission. */
  key: string;
}

function chatFields(service: Service, fields: ServiceQuoteFields) {
  return { service: service.name, name: fields.name, email: fields.email, phone: fields.phone };
}

function ServiceQuoteForm(props: { service: Service; onSubmitted(submitted: Submitted): void }) {
  const { service, onSubmitted } = props;
  const { currency } = useSettings();
  const { fields: asked, loadSchema: loadRules, onFailed } = useFormFields(loadSchema);
  const lastKey = useRef('');
  const quote = useSendQuote({
    source: 'service_page',
    successText: "We'll get back to you within 24 hours!",
    fieldNames: { preferredChannel: 'channel' },
    onFailed,
  });
  const form = useForm<ServiceQuoteFields>({
    ...quote.options,
    draft: { name: `quote-${service.slug}`, keptWhile: 'typing' },
    loadSchema: loadRules,
    send: ({ channel, ...fields }, attempt) => {
      lastKey.current = attempt.key;
      return quote.send(
        {
          ...fields,
          ...(channel && { preferredChannel: channel }),
          serviceId: service.id,
          serviceName: service.name,
        },
        attempt,
      );
    },
    onSent: (fields) => {
      quote.onSent(chatFields(service, fields));
      onSubmitted({ fields, key: lastKey.current });
    },
  });
  const { errors } = form;

  return (
    <form {...form.formProps} className={styles.form} aria-label={`Quote for ${service.name}`}>
      {form.wasSent && (
        <p className={styles.wide}>
          We’ve received your request. Look for our confirmation in your inbox.
        </p>
      )}
      <TextField
        name="name"
        label="Name"
        autoComplete="name"
        maxLength={nameMax}
        error={errors.name}
      />
      <EmailField errors={errors} />
      <TextField
        name="phone"
        label={asked.phoneLabels.quote}
        optional={asked.quotePhone === 'optional'}
        type="tel"
        autoComplete="tel"
        maxLength={phoneMax}
        error={errors.phone}
      />
      {asked.company !== 'off' && (
        <TextField
          name="company"
          label="Company"
          optional={asked.company === 'optional'}
          autoComplete="organization"
          maxLength={companyMax}
          error={errors.company}
        />
      )}
      <SelectField
        name="budget"
        label="Budget"
        placeholder="Select a budget range"
        options={budgetRangesIn(currency)}
        error={errors.budget}
      />
      <SelectField
        name="timeline"
        label="Timeline"
        placeholder="Select your timeline"
        options={timelines}
        error={errors.timeline}
      />
      <AnswerWayField use={asked.channel} error={errors.channel} />
      <div className={styles.wide}>
        <TextAreaField
          name="projectDetails"
          label="Project details"
          placeholder="What is it for, who will use it, and what do you already have?"
          maxLength={textMax}
          error={errors.projectDetails}
        />
      </div>
      <TrapField />
      <div className={styles.wide}>
        <SubmitButton form={form} size="lg" label="Get Free Quote" pendingLabel="Submitting..." />
        <noscript>
          <p className={styles.lead}>This form needs JavaScript. Our address is in the footer.</p>
        </noscript>
      </div>
    </form>
  );
}
