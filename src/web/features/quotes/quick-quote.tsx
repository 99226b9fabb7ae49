import { useState } from 'react';

import { nameMax, phoneMax } from '~/contract/common/limits';
import { countries, labelOf, quickQuoteServices, toBeDiscussed } from '~/contract/leads/quotes';
import type { QuickQuoteFields } from '~/contract/leads/quotes-schema';
import { useForm } from '~/web/lib/use-form';
import { useSettings } from '~/web/shell/settings';
import { Honeypot, SelectField, TextField } from '~/web/ui/field';
import { EmailField } from '~/web/ui/person-fields';
import { SubmitButton } from '~/web/ui/submit-button';
import styles from './quick-quote.module.css';
import { QuoteSubmitted } from './quote-submitted.lazy';
import { useSendQuote } from './use-send-quote';

const loadSchema = () =>
  Promise.all([import('~/contract/leads/quotes-schema'), QuoteSubmitted.preload?.()]).then(
    ([module]) => module.quickQuoteSchema,
  );

export function QuickQuote() {
  const [submitted, setSubmitted] = useState<QuickQuoteFields | null>(null);
  return (
    <div id="quick-quote" className={styles.panel}>
      {submitted ? (
        <QuoteSubmitted
          title="Request Submitted!"
          text={`Thank you, ${submitted.name}. We read every request ourselves and answer on WhatsApp.`}
          again="Submit Another Request"
          onAgain={() => setSubmitted(null)}
          chat={chatFields(submitted)}
        />
      ) : (
        <QuickQuoteForm onSubmitted={setSubmitted} />
      )}
    </div>
  );
}

function chatFields(fields: QuickQuoteFields) {
  return {
    service: labelOf(quickQuoteServices, fields.service),
    name: fields.name,
    email: fields.email,
    country: labelOf(countries, fields.country),
    phone: fields.whatsapp,
  };
}

function QuickQuoteForm({ onSubmitted }: { onSubmitted(fields: QuickQuoteFields): void }) {
  const { answerWithin } = useSettings();
  const quote = useSendQuote({
    source: 'home',
    successText: "We'll contact you on WhatsApp shortly!",
    fieldNames: { phone: 'whatsapp' },
  });
  const form = useForm<QuickQuoteFields>({
    ...quote.options,
    draft: { name: 'quick-quote', keptWhile: 'typing' },
    loadSchema,
    send: (fields, attempt) => {
      const { service, country } = chatFields(fields);
      return quote.send(
        {
          name: fields.name,
          email: fields.email,
          phone: fields.whatsapp,
          company: '',
          country: fields.country,
          projectDetails: `Quick quote request for ${service} from ${country}`,
          budget: toBeDiscussed,
          timeline: toBeDiscussed,
          serviceId: 0,
          serviceName: service,
        },
        attempt,
      );
    },
    onSent: (fields) => {
      quote.onSent(chatFields(fields));
      onSubmitted(fields);
    },
  });
  const { errors } = form;

  return (
    <form {...form.formProps} className={styles.form} aria-labelledby="quick-quote-title">
      <h2 id="quick-quote-title" className={styles.title}>
        What would it cost?
      </h2>
      <p className={styles.lead}>Five answers, and you have a figure within {answerWithin}.</p>
      <TextField
        name="name"
        label="Name"
        autoComplete="name"
        maxLength={nameMax}
        error={errors.name}
      />
      <TextField
        name="whatsapp"
        label="WhatsApp number"
        type="tel"
        autoComplete="tel"
        maxLength={phoneMax}
        error={errors.whatsapp}
      />
      <SelectField
        name="country"
        label="Country"
        placeholder="Select your country"
        options={countries}
        error={errors.country}
      />
      <EmailField errors={errors} />
      <SelectField
        name="service"
        label="Service"
        placeholder="Select a service"
        options={quickQuoteServices}
        error={errors.service}
      />
      <Honeypot name="website" />
      <SubmitButton form={form} size="lg" label="Get Free Quote" pendingLabel="Submitting..." />
      <noscript>
        <p className={styles.lead}>This form needs JavaScript. Our address is in the footer.</p>
      </noscript>
    </form>
  );
}
