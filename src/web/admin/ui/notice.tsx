import { Alert } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

import type { Tone } from '~/contract/common/statuses';

/** Something to know before going on, in the colours that statuses have. */
export function Notice(props: {
  tone: Tone;
  title?: string;
  icon?: ReactNode;
  /** For what has just happened, so that it is read out. */
  isNew?: boolean;
  /** Lets the focus be moved to it. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}) {
  const { tone, title, icon, isNew, ref, children } = props;
  return (
    <Alert
      variant="light"
      mod={{ tone }}
      vars={() => ({
        root: { '--alert-bg': 'var(--tone-ground)', '--alert-color': 'var(--tone-words)' },
      })}
      title={title}
      icon={icon}
      {...(ref && { ref, tabIndex: -1 })}
      {...(isNew ? { role: 'alert' } : { role: 'note' })}
    >
      {children}
    </Alert>
  );
}
