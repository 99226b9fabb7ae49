import { Modal, type ModalProps } from '@mantine/core';

import { useFocusBack } from './use-focus-back';

/** A modal that is drawn only while it is open: the library's own gives the focus back only where it stays and is closed. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
