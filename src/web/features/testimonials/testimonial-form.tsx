import { useRouter } from '@tanstack/react-router';
import { useId } from 'react';

import { companyMax, nameMax } from '~/contract/common/limits';
import { wordsMax } from '~/contract/testimonials/testimonials';
import type { GivenForm, LinkedTestimonial } from '~/contract/testimonials/testimonials-schema';
import { useForm } from '~/web/lib/use-form';
import { TextAreaField, TextField } from '~/web/ui/field';
import { SubmitButton } from '~/web/ui/submit-button';
import styles from './page-testimonial.module.css';

const loadSchema = () =>
  import('~/contract/testimonials/testimonials-schema').then((module) => module.givenFormSchema);

/** Form with fields for text and author, and the required consent checkbox. */
export function TestimonialForm(props: {
  token: string;
  said: LinkedTestimonial;
  onDone(next: LinkedTestimonial): void;
}) {
  const { token, said, onDone } = props;
  const { client } = useRouter().options.context;
  const id = useId();
  const { words, name, role, company } = said;
  const form = useForm<GivenForm>({
    draft: {
      name: `testimonial:${token.slice(0, 12)}`,
      keptWhile: 'typing',
      initial: { words, name, role, company },
    },
    loadSchema,
    failureText: 'We couldn’t send your testimonial. Please try again.',
    send: async (fields) =>
      onDone(
        await client.testimonialLinks.submit.mutate({ token, consent: said.consent, ...fields }),
      ),
  });
  const { errors } = form;
  return (
    <form {...form.formProps} className={styles.form} aria-label="Your testimonial">
      <TextAreaField
        name="words"
        label="What was it like to work with us?"
        hint="For example: what was the problem, how did the work go, and what has changed?"
        rows={7}
        maxLength={wordsMax}
        error={errors.words}
      />
      <div className={styles.person}>
        <TextField
          name="name"
          label="Your name"
          autoComplete="name"
          maxLength={nameMax}
          error={errors.name}
        />
        <TextField
          name="role"
          label="Your role"
          optional
          autoComplete="organization-title"
          maxLength={nameMax}
          error={errors.role}
        />
        <TextField
          name="company"
          label="Company"
          optional
          autoComplete="organization"
          maxLength={companyMax}
          error={errors.company}
        />
      </div>
      <div>
        <label className={styles.agree}>
          <input
            type="checkbox"
            name="agreed"
            aria-invalid={errors.agreed ? true : undefined}
            aria-describedby={errors.agreed ? `${id}-agreed` : undefined}
          />
          <span>{said.consent}</span>
        </label>
        {errors.agreed && (
          <p id={`${id}-agreed`} className={styles.error}>
            {errors.agreed}
          </p>
        )}
      </div>
      <div>
        <SubmitButton
          form={form}
          size="lg"
          label={said.state === 'given' ? 'Send changes' : 'Send testimonial'}
          pendingLabel="Sending..."
        />
        <noscript>
          <p className={styles.note}>
            This form needs JavaScript. You can also reply to our email and say that we may publish
            your testimonial.
          </p>
        </noscript>
      </div>
    </form>
  );
}
