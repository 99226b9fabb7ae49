import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { Dialog } from '~/web/admin/ui/dialog';
import { errorReasonOf } from '~/web/lib/api-error';

/** Asks for the password before a change of how one signs in: an open session alone may be another person's. */
export function PasswordPrompt(props: {
  /** What is about to happen, as a sentence. */
  about: string;
  submitLabel: string;
  onClose(): void;
  /** @throws what the server says, which is shown beside the field */
  onPassword(password: string): Promise<unknown>;
}) {
  const { about, submitLabel, onClose, onPassword } = props;
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setError('');
    try {
      await onPassword(password);
    } catch (failure) {
      setError(errorReasonOf(failure) ?? 'Something went wrong. Please try again.');
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog onClose={onClose} title="Confirm it’s you" centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text fz="sm">{about}</Text>
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            value={password}
            error={error}
            onChange={(event) => setPassword(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending} disabled={password === ''}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
