import { Button, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { textMax } from '~/contract/common/limits';
import { TypedGuard } from './leave-guard';

/**
 * Form for a text that is sent separately, such as a reply or a note. It is cleared once the text
 * has been sent.
 */
export function TextForm(props: {
  label: string;
  description: string;
  minRows?: number;
  submitLabel: string;
  submitProps: { size?: string; variant: string };
  isPending: boolean;
  onSubmit(text: string, callbacks: { onSuccess(): void }): void;
}) {
  const { label, description, minRows = 2, submitLabel, submitProps, isPending } = props;
  const [text, setText] = useState('');
  const trimmed = text.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!trimmed || isPending) return;
    // Keeps text that was typed while sending.
    const onSuccess = () => setText((now) => (now === text ? '' : now));
    props.onSubmit(trimmed, { onSuccess });
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <Textarea
          label={label}
          description={description}
          autosize
          minRows={minRows}
          maxLength={textMax}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          w="100%"
        />
        <Button type="submit" {...submitProps} loading={isPending} disabled={!trimmed}>
          {submitLabel}
        </Button>
      </Stack>
      <TypedGuard typed={text} />
    </form>
  );
}
