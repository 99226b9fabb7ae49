import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useState } from 'react';

import { totpDigits } from '~/contract/identity/second-factors';
import type { TotpSetup } from '~/contract/identity/second-factors-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { errorReasonOf } from '~/web/lib/api-error';
import { useMutation } from '~/web/lib/queries';

const QrCode = lazy(() => import('~/web/ui/qr-code').then((one) => ({ default: one.QrCode })));

/** The app scans the code, and shows with one of its own that it did. */
export function TotpModal(props: {
  setup: TotpSetup;
  onClose(): void;
  onDone(recoveryCodes: string[] | null): void;
}) {
  const { setup, onClose, onDone } = props;
  const { api } = useRouter().options.context;
  const [code, setCode] = useState('');
  const confirm = useMutation({
    ...api.admin.account.confirmTotp.mutationOptions(),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate({ code });
  };
  return (
    <Dialog onClose={onClose} title="Set up an authenticator app" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text fz="sm">
            Scan this code with the app, or enter the key below it. Then enter the code that the app
            shows.
          </Text>
          <Suspense>
            <QrCode text={setup.uri} label="QR code for your authenticator app" />
          </Suspense>
          <Code block className="totp-secret">
            {setup.secret}
          </Code>
          <TextInput
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={totpDigits + 2}
            value={code}
            error={confirm.error && (errorReasonOf(confirm.error) ?? 'Something went wrong.')}
            onChange={(event) => setCode(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ''}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
