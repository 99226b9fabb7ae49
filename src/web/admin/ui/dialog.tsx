import { Modal, type ModalProps } from '@mantine/core';

import { useFocusBack } from './use-focus-back';

/**
 * A modal that is mounted only while it is open, because the library's own modal returns the focus only if it stays
 * mounted.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
