import { useState } from 'react';

import { nameMax, phoneMax, textMax } from '~/contract/common/limits';
import {
  byChannel,
  countryOptionsOf,
  type FormFields,
  quickQuoteChannel,
  quickServicesOf,
} from '~/contract/leads/form-fields';
import { labelOf, toBeDiscussed } from '~/contract/leads/quotes';
import type { QuickQuoteFields } from '~/contract/leads/quotes-schema';
import { useForm } from '~/web/lib/use-form';
import { AnswerWayField } from '~/web/shell/answer-way-field';
import { useFormFields } from '~/web/shell/form-fields';
import { useSettings } from '~/web/shell/settings';
import { SelectField, TextAreaField, TextField, TrapField } from '~/web/ui/field';
import { EmailField } from '~/web/ui/person-fields';
import { SubmitButton } from '~/web/ui/submit-button';
import type { ChatFields } from './chat';
import styles from './quick-quote.module.css';
import { QuoteSubmitted } from './quote-submitted.lazy';
import { useSendQuote } from './use-send-quote';

const loadSchema = () =>
  Promise.all([import('~/contract/leads/quotes-schema'), QuoteSubmitted.preload?.()]).then(
    ([module]) => module.quickQuoteSchemaOf,
  );

export function QuickQuote() {
  const [submitted, setSubmitted] = useState<Submitted | null>(null);
  return (
    <div id="quick-quote" className={styles.panel}>
      {submitted ? (
        <QuoteSubmitted
          title="Request Submitted!"
          text={`Thank you, ${submitted.name}. We read every request and will answer ${submitted.answerBy}.`}
          again="Submit Another Request"
          onAgain={() => setSubmitted(null)}
          chat={submitted}
        />
      ) : (
        <QuickQuoteForm onSubmitted={setSubmitted} />
      )}
    </div>
  );
}

interface Submitted extends ChatFields {
  /** Preferred way of replying, such as 'on WhatsApp'. */
  answerBy: string;
}

function chatFields(fields: QuickQuoteFields, asked: FormFields): Submitted {
  return {
    service: labelOf(quickServicesOf(asked), fields.service),
    name: fields.name,
    email: fields.email,
    country: fields.country && labelOf(countryOptionsOf(asked), fields.country),
    phone: fields.whatsapp,
    answerBy: byChannel(
      fields.channel || quickQuoteChannel({ source: 'home', phone: fields.whatsapp }),
    ),
  };
}

/** Numbers of required fields as words. The first four fields always exist. */
const countWords = ['four', 'five', 'six', 'seven'];

function QuickQuoteForm({ onSubmitted }: { onSubmitted(fields: Submitted): void }) {
  const { answerWithin } = useSettings();
  const { fields: asked, loadSchema: loadRules, onFailed } = useFormFields(loadSchema);
  const hasCountry = asked.countries?.length !== 0;
  const extra = [hasCountry, asked.about !== 'off', asked.channel !== 'off'].filter(Boolean);
  const quote = useSendQuote({
    source: 'home',
    successText: "We'll contact you on WhatsApp shortly!",
    fieldNames: { phone: 'whatsapp', preferredChannel: 'channel' },
    onFailed,
  });
  const form = useForm<QuickQuoteFields>({
    ...quote.options,
    draft: { name: 'quick-quote', keptWhile: 'typing' },
    loadSchema: loadRules,
    send: (fields, attempt) => {
      const { service, country } = chatFields(fields, asked);
      const from = country ? ` from ${country}` : '';
      return quote.send(
        {
          name: fields.name,
          email: fields.email,
          phone: fields.whatsapp,
          company: '',
          country: fields.country,
          projectDetails: `Quick quote request for ${service}${from}`,
          ...(fields.about && { about: fields.about }),
          ...(fields.channel && { preferredChannel: fields.channel }),
          budget: toBeDiscussed,
          timeline: toBeDiscussed,
          serviceId: asked.services?.find(({ value }) => value === fields.service)?.id ?? 0,
          serviceName: service,
        },
        attempt,
      );
    },
    onSent: (fields) => {
      const sent = chatFields(fields, asked);
      quote.onSent(sent);
      onSubmitted(sent);
    },
  });
  const { errors } = form;

  return (
    <form {...form.formProps} className={styles.form} aria-labelledby="quick-quote-title">
      <h2 id="quick-quote-title" className={styles.title}>
        What would it cost?
      </h2>
      <p className={styles.lead}>
        {form.wasSent
          ? 'We’ve received your request. Look for our confirmation in your inbox.'
          : `Answer ${countWords[extra.length]} questions and get a price within ${answerWithin}.`}
      </p>
      <TextField
        name="name"
        label="Name"
        autoComplete="name"
        maxLength={nameMax}
        error={errors.name}
      />
      <TextField
        name="whatsapp"
        label={asked.phoneLabels.quick}
        optional={asked.quotePhone === 'optional'}
        type="tel"
        autoComplete="tel"
        maxLength={phoneMax}
        error={errors.whatsapp}
      />
      {hasCountry && (
        <SelectField
          name="country"
          label="Country"
          placeholder="Select your country"
          options={countryOptionsOf(asked)}
          error={errors.country}
        />
      )}
      <EmailField errors={errors} />
      <SelectField
        name="service"
        label="Service"
        placeholder="Select a service"
        options={quickServicesOf(asked)}
        error={errors.service}
      />
      {asked.about !== 'off' && (
        <TextAreaField
          name="about"
          label="What is it about?"
          optional={asked.about === 'optional'}
          rows={3}
          maxLength={textMax}
          error={errors.about}
        />
      )}
      <AnswerWayField use={asked.channel} error={errors.channel} />
      <TrapField />
      <SubmitButton form={form} size="lg" label="Get Free Quote" pendingLabel="Submitting..." />
      <noscript>
        <p className={styles.lead}>This form needs JavaScript. Our address is in the footer.</p>
      </noscript>
    </form>
  );
}
