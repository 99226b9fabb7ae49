import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { optionMax, textMax } from '~/contract/common/limits';
import type { RequestFields, ServiceRequest } from '~/contract/requests/requests-schema';
import type { FieldErrors, Schema } from '~/web/lib/form-errors';
import { useSuspenseQuery } from '~/web/lib/queries';
import { type Attempt, useForm } from '~/web/lib/use-form';
import { Button } from '~/web/ui/button';
import { SelectField, TextAreaField, TextField } from '~/web/ui/field';
import { TryAgain } from '~/web/ui/try-again';
import styles from './request-form.module.css';

/** Form of a new or changed request. A draft is kept until it is sent. */
export function RequestForm<Fields extends RequestFields>(props: {
  label: string;
  loadSchema(): Promise<Schema<Fields>>;
  /** Returns other fields, below the description. */
  more?(errors: FieldErrors): ReactNode;
  draftName: string;
  initial?: ServiceRequest;
  submitLabel: string;
  failureText: string;
  send(fields: Fields, attempt: Attempt): Promise<unknown>;
  onSent(): void;
  onFailed?(): void;
  children?: ReactNode;
}) {
  const { api } = useRouter().options.context;
  const { data: services } = useSuspenseQuery(api.services.cards.queryOptions());
  const { initial } = props;
  const { errors, pending, wait, formProps } = useForm<Fields>({
    draft: {
      name: props.draftName,
      keptWhile: 'typing',
      ...(initial && {
        initial: {
          title: initial.title,
          serviceId: String(initial.serviceId ?? ''),
          description: initial.description,
          wishedDate: initial.wishedDate ?? '',
          urgent: initial.urgent ? 'urgent' : '',
        },
      }),
    },
    loadSchema: props.loadSchema,
    send: props.send,
    onSent: props.onSent,
    failureText: props.failureText,
    onFailed: () => {
      props.onFailed?.();
      return undefined;
    },
  });
  return (
    <form {...formProps} className={styles.form} aria-label={props.label}>
      <TextField
        name="title"
        label="Title"
        placeholder="For example: Add a booking page"
        maxLength={optionMax}
        error={errors.title}
      />
      <SelectField
        name="serviceId"
        label="Service"
        optional
        placeholder="None in particular"
        options={services.map(({ id, name }) => ({ value: String(id), label: name }))}
        error={errors.serviceId}
      />
      <TextAreaField
        name="description"
        label="Description"
        placeholder="What you have, what you need and by when"
        maxLength={textMax}
        error={errors.description}
      />
      {props.more?.(errors)}
      <TryAgain wait={wait} />
      <div className={styles.actions}>
        <Button type="submit" disabled={pending || wait.isOn}>
          {pending ? 'Sending...' : props.submitLabel}
        </Button>
        {props.children}
      </div>
    </form>
  );
}
