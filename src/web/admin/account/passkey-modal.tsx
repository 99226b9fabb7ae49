import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { nameMax } from '~/contract/common/limits';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { errorReasonOf } from '~/web/lib/api-error';
import { createPasskey, type PasskeyOptions, passkeyProblem } from '~/web/lib/passkeys';

/** Asks for the name of a new passkey, which the browser then creates. */
export function PasskeyModal(props: {
  options: PasskeyOptions;
  onClose(): void;
  onDone(recoveryCodes: string[] | null): void;
}) {
  const { client } = useRouter().options.context;
  return (
    <ActionDialog
      title="Add a passkey"
      submitLabel="Add passkey"
      isReady={({ name }) => name.trim() !== ''}
      initial={{ name: '' }}
      fields={[
        {
          name: 'name',
          label: 'Name',
          placeholder: 'For example: laptop, phone, security key',
          maxLength: nameMax,
        },
      ]}
      input={({ name }) => name}
      mutation={{
        mutationFn: async (name) => {
          const response = await createPasskey(props.options);
          return client.admin.account.addPasskey.mutate({ name, response });
        },
      }}
      outcome={{ onDone: ({ recoveryCodes }) => props.onDone(recoveryCodes) }}
      errorsOf={(error) => ({
        '': passkeyProblem(error) ?? errorReasonOf(error) ?? 'Something went wrong.',
      })}
      onClose={props.onClose}
    >
      <Text fz="sm">Give it a name you will recognize, then follow your browser.</Text>
    </ActionDialog>
  );
}
