import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { PublicForm } from '~/contract/forms/forms-schema';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { type Attempt, useForm } from '~/web/lib/use-form';
import { Button, buttonClass } from '~/web/ui/button';
import { TrapField, trapName } from '~/web/ui/field';
import { FlightScene } from '~/web/ui/flight-scene';
import { SubmitButton } from '~/web/ui/submit-button';
import { AnswerField } from './answer-field';
import { inputName } from './input-name';
import styles from './own-form.module.css';

const neutralConfirmation =
  'Thank you. We’ve received your answers and will reply as soon as we can.';

/** Custom form, whose submission is a lead. */
export function OwnForm({ form }: { form: PublicForm }) {
  const { client } = useRouter().options.context;
  const [isSent, setSent] = useState(false);
  if (!isSent) {
    return (
      <FormToFill
        form={form}
        draftName={`form-${form.id}`}
        isLead
        send={(answers, { key, values }) =>
          client.formAnswers.submit.mutate({
            ...{ id: form.id, answers, key, website: values[trapName] ?? '' },
          })
        }
        onSent={() => setSent(true)}
      />
    );
  }
  return (
    <div className={styles.form}>
      <FlightScene kind="landing" />
      {/* The heading gets the focus, because the button that had it is gone: keyboard users would otherwise start again at
          the top. */}
      <p ref={(text) => text?.focus()} tabIndex={-1} role="status" className={styles.sent}>
        {form.confirmation || neutralConfirmation}
      </p>
      <div>
        <Button variant="outline" onClick={() => setSent(false)}>
          Send another
        </Button>
      </div>
    </div>
  );
}

/** Fields of a form with its button. The browser stores typed values until the form is sent. */
export function FormToFill(props: {
  form: PublicForm;
  draftName: string;
  /** True if the answers are all that is known about the sender. */
  isLead?: boolean;
  send(answers: Record<string, unknown>, attempt: Attempt): Promise<unknown>;
  onSent(): void;
}) {
  const { form: asked, draftName, isLead = false, send, onSent } = props;
  const [hasChanged, setChanged] = useState(false);
  const form = useForm<Record<string, unknown>>({
    draft: { name: draftName, keptWhile: 'typing' },
    loadSchema: async () => {
      const { answerRulesOf } = await import('~/contract/forms/answers');
      const rules = answerRulesOf(asked.fields, { isLead });
      return {
        safeParse: (values) => {
          const answers = answersIn(asked, values as Record<string, string>);
          const result = rules.safeParse(answers);
          if (result.success) return { success: true, data: answers };
          const issues = result.error.issues.map(({ path: [key], message }) => ({
            path: [inputName(String(key))],
            message,
          }));
          return { success: false, error: { issues } };
        },
      };
    },
    send,
    onSent,
    failureText: 'We couldn’t send this. Please try again.',
    onFailed: (error) => {
      const refused = Object.entries(fieldErrorsOf(error)).map(
        ([path, message]) => [path.replace(/^answers\./, ''), message] as const,
      );
      setChanged(refused.some(([key]) => !asked.fields.some((field) => field.key === key)));
      return Object.fromEntries(refused.map(([key, message]) => [inputName(key), message]));
    },
  });
  return (
    <form {...form.formProps} className={styles.form} aria-label={asked.name}>
      {form.wasSent && <p className={styles.note}>We’ve received what you sent before.</p>}
      {asked.fields.map((field) => (
        <AnswerField
          key={field.key}
          formId={asked.id}
          field={field}
          draftName={draftName}
          error={form.errors[inputName(field.key)]}
        />
      ))}
      <TrapField />
      {hasChanged && (
        <p role="alert" className={styles.changed}>
          This form has changed since you opened it. It has new questions.{' '}
          <button type="button" className={buttonClass('outline')} onClick={reload}>
            Show the new questions
          </button>{' '}
          Your answers are kept.
        </p>
      )}
      <div>
        <SubmitButton form={form} size="lg" label="Send" pendingLabel="Sending..." />
        <noscript>
          <p className={styles.note}>This form needs JavaScript. Our address is in the footer.</p>
        </noscript>
      </div>
    </form>
  );
}

const reload = () => window.location.reload();

/** Returns the typed values by the keys of their fields. */
function answersIn({ fields }: PublicForm, values: Record<string, string>) {
  return Object.fromEntries(
    fields.flatMap(({ key, type }) => {
      const value = values[inputName(key)];
      if (value === undefined || value === '') return [];
      return [[key, type === 'choices' || type === 'file' ? value.split('\n') : value]];
    }),
  );
}
