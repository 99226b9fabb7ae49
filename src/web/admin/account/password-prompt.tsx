import { Text } from '@mantine/core';

import { ActionDialog } from '~/web/admin/form/action-dialog';
import { errorReasonOf } from '~/web/lib/api-error';

/** Asks for the password before a change of sign-in methods, because an open session may be used by another person. */
export function PasswordPrompt(props: {
  /** Sentence that describes the pending action. */
  about: string;
  submitLabel: string;
  onClose(): void;
  /** Called with the password; on success, closes the dialog. @throws the server's error, which is shown next to the field */
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
