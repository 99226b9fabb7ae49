import { Code, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { totpDigits } from '~/contract/identity/second-factors';
import type { TotpSetup } from '~/contract/identity/second-factors-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { errorReasonOf } from '~/web/lib/api-error';

const QrCode = lazy(() => import('~/web/ui/qr-code').then((one) => ({ default: one.QrCode })));

/** Shows a QR code for an authenticator app. Entering a code of the app completes the setup. */
export function TotpModal(props: {
  setup: TotpSetup;
  onClose(): void;
  onDone(recoveryCodes: string[] | null): void;
}) {
  const { setup, onClose, onDone } = props;
  const { account } = useRouter().options.context.api.admin;
  return (
    <ActionDialog
      title="Set up an authenticator app"
      submitLabel="Confirm"
      isReady={({ code }) => code.trim() !== ''}
      initial={{ code: '' }}
      fields={[
        {
          name: 'code',
          label: 'Code from the app',
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          maxLength: totpDigits + 2,
        },
      ]}
      input={({ code }) => ({ code })}
      mutation={account.confirmTotp.mutationOptions()}
      outcome={{ onDone: ({ recoveryCodes }) => onDone(recoveryCodes) }}
      errorsOf={(error) => ({ code: errorReasonOf(error) ?? 'Something went wrong.' })}
      onClose={onClose}
    >
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
    </ActionDialog>
  );
}
