import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { nameMax } from '~/contract/common/limits';
import { Dialog } from '~/web/admin/ui/dialog';
import { Notice } from '~/web/admin/ui/notice';
import { errorReasonOf } from '~/web/lib/api-error';
import { createPasskey, type PasskeyOptions, passkeyProblem } from '~/web/lib/passkeys';

/** Names a new passkey, which the browser then makes. */
export function PasskeyModal(props: {
  options: PasskeyOptions;
  onClose(): void;
  onDone(recoveryCodes: string[] | null): void;
}) {
  const { options, onClose, onDone } = props;
  const { client } = useRouter().options.context;
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setProblem('');
    try {
      const response = await createPasskey(options);
      const { recoveryCodes } = await client.admin.account.addPasskey.mutate({ name, response });
      onDone(recoveryCodes);
    } catch (error) {
      setProblem(passkeyProblem(error) ?? errorReasonOf(error) ?? 'Something went wrong.');
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog onClose={onClose} title="Add a passkey" centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text fz="sm">Give it a name you will recognize, then follow your browser.</Text>
          <TextInput
            label="Name"
            placeholder="For example: laptop, phone, security key"
            maxLength={nameMax}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {problem && (
            <Notice tone="bad" isNew>
              {problem}
            </Notice>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending} disabled={name.trim() === ''}>
              Add passkey
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
