import { Text } from '@mantine/core';

import { ActionDialog } from '~/web/admin/form/action-dialog';
import { errorReasonOf } from '~/web/lib/api-error';

/** Asks for the password before a change of how one signs in: an open session alone may be another person's. */
export function PasswordPrompt(props: {
  /** What is about to happen, as a sentence. */
  about: string;
  submitLabel: string;
  onClose(): void;
  /** Closes the dialog. @throws what the server says, which is shown beside the field */
  onPassword(password: string): Promise<unknown>;
}) {
  return (
    <ActionDialog
      title="Confirm it’s you"
      submitLabel={props.submitLabel}
      isReady={({ password }) => password !== ''}
      initial={{ password: '' }}
      fields={[
        {
          kind: 'password',
          name: 'password',
          label: 'Your password',
          autoComplete: 'current-password',
        },
      ]}
      input={({ password }) => password}
      mutation={{ mutationFn: props.onPassword }}
      outcome={{ onDone: () => {} }}
      errorsOf={(error) => ({
        password: errorReasonOf(error) ?? 'Something went wrong. Please try again.',
      })}
      onClose={props.onClose}
    >
      <Text fz="sm">{props.about}</Text>
    </ActionDialog>
  );
}
