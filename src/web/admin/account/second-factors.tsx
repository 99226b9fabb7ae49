import { Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { recoveryCodeCount } from '~/contract/identity/second-factors';
import type { OwnSecondFactors, TotpSetup } from '~/contract/identity/second-factors-schema';
import { Notice } from '~/web/admin/ui/notice';
import { notifyDone } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { type PasskeyOptions, passkeyObstacle } from '~/web/lib/passkeys';
import { useRefresh } from '~/web/shell/live';
import { StatusBadge } from '~/web/ui/status-badge';
import { CodesModal } from './codes-modal';
import { PasskeyModal } from './passkey-modal';
import { PasswordPrompt } from './password-prompt';
import { TotpModal } from './totp-modal';

/** The open dialog. Setting up a second factor shows several dialogs in sequence. */
type Dialog =
  | { kind: 'password'; about: string; submitLabel: string; run(password: string): Promise<void> }
  | { kind: 'totp'; setup: TotpSetup }
  | { kind: 'passkey'; options: PasskeyOptions }
  | { kind: 'codes'; codes: string[] };

export function SecondFactors({ state }: { state: OwnSecondFactors }) {
  const { client } = useRouter().options.context;
  const { account } = client.admin;
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const refresh = useRefresh();
  const obstacle = passkeyObstacle();

  const added = (done: string) => async (recoveryCodes: string[] | null) => {
    notifyDone(done);
    setDialog(recoveryCodes ? { kind: 'codes', codes: recoveryCodes } : undefined);
    await refresh();
  };
  const removed = async (done: string) => {
    close();
    notifyDone(done);
    await refresh();
  };

  const addTotp = () =>
    setDialog({
      kind: 'password',
      about: 'You are adding an authenticator app to your sign-in.',
      submitLabel: 'Continue',
      run: async (password) =>
        setDialog({ kind: 'totp', setup: await account.beginTotp.mutate({ password }) }),
    });
  const removeTotp = () =>
    setDialog({
      kind: 'password',
      about: 'You are removing the authenticator app from your sign-in.',
      submitLabel: 'Remove',
      run: async (password) => {
        await account.removeTotp.mutate({ password });
        await removed('Authenticator app removed');
      },
    });
  const addPasskey = () =>
    setDialog({
      kind: 'password',
      about: 'You are adding a passkey to your sign-in.',
      submitLabel: 'Continue',
      run: async (password) =>
        setDialog({ kind: 'passkey', options: await account.beginPasskey.mutate({ password }) }),
    });
  const removePasskey = (id: string, name: string) =>
    setDialog({
      kind: 'password',
      about: `You are removing the passkey “${name}” from your sign-in.`,
      submitLabel: 'Remove',
      run: async (password) => {
        await account.removePasskey.mutate({ password, id });
        await removed('Passkey removed');
      },
    });
  const renewCodes = () =>
    setDialog({
      kind: 'password',
      about: 'New recovery codes replace your current ones.',
      submitLabel: 'Create new codes',
      run: async (password) => {
        const { recoveryCodes } = await account.renewRecoveryCodes.mutate({ password });
        await added('New recovery codes created')(recoveryCodes);
      },
    });

  const hasAny = state.hasTotp || state.passkeys.length > 0;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Second factor">
      <Group justify="space-between" gap="xs">
        <Title order={2}>Second factor</Title>
        <StatusBadge status={hasAny ? 'active' : 'inactive'} />
      </Group>
      <Text c="dimmed" fz="sm" mt={4}>
        {state.isRequired
          ? 'Required for every admin, in addition to the password.'
          : 'Protects your account even if someone learns your password.'}
      </Text>
      <Stack gap="md" mt="md">
        <Row
          title="Authenticator app"
          note={state.hasTotp ? 'Set up' : 'A code from an app on your phone'}
          action={state.hasTotp ? 'Remove' : 'Set up'}
          label={state.hasTotp ? 'Remove the authenticator app' : 'Set up an authenticator app'}
          onAction={state.hasTotp ? removeTotp : addTotp}
        />
        <Divider />
        <Row
          title="Passkeys"
          note={
            state.passkeys.length === 0
              ? 'Your fingerprint, face or security key'
              : `${state.passkeys.length} registered`
          }
          action="Add"
          label="Add a passkey"
          onAction={addPasskey}
          disabled={obstacle !== undefined}
        />
        {obstacle && <Notice tone="info">{obstacle}</Notice>}
        {state.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <Group key={id} justify="space-between" wrap="nowrap" pl="md">
            <div>
              <Text fz="sm" fw={600}>
                {name}
              </Text>
              <Text c="dimmed" fz="xs">
                Added <When at={createdAt} />
                {lastUsedAt && (
                  <>
                    , used <When at={lastUsedAt} />
                  </>
                )}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={`Remove the passkey ${name}`}
              onClick={() => removePasskey(id, name)}
            >
              Remove
            </Button>
          </Group>
        ))}
        {hasAny && (
          <>
            <Divider />
            <Row
              title="Recovery codes"
              note={`${state.recoveryCodesLeft} of ${recoveryCodeCount} left`}
              action="Create new codes"
              label="Create new recovery codes"
              onAction={renewCodes}
            />
          </>
        )}
      </Stack>
      {dialog?.kind === 'password' && (
        <PasswordPrompt {...dialog} onPassword={dialog.run} onClose={close} />
      )}
      {dialog?.kind === 'totp' && (
        <TotpModal
          setup={dialog.setup}
          onClose={close}
          onDone={(codes) => void added('Authenticator app set up')(codes)}
        />
      )}
      {dialog?.kind === 'passkey' && (
        <PasskeyModal
          options={dialog.options}
          onClose={close}
          onDone={(codes) => void added('Passkey added')(codes)}
        />
      )}
      {dialog?.kind === 'codes' && <CodesModal codes={dialog.codes} onClose={close} />}
    </Paper>
  );
}

function Row(props: {
  title: string;
  note: string;
  action: string;
  /** Accessible name of the button, which also says what the action applies to. */
  label: string;
  disabled?: boolean;
  onAction(): void;
}) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={600}>{props.title}</Text>
        <Text c="dimmed" fz="sm">
          {props.note}
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={props.label}
        disabled={props.disabled ?? false}
        onClick={props.onAction}
        style={{ flex: 'none' }}
      >
        {props.action}
      </Button>
    </Group>
  );
}
