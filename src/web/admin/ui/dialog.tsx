import { Modal, type ModalProps } from '@mantine/core';

import { useFocusBack } from './use-focus-back';

/** A modal that is mounted only while it is open: the library's own returns the focus only if it stays mounted. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
