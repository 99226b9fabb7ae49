import { Alert } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

import type { Tone } from '~/contract/common/statuses';

/** A notice in the colors of statuses. */
export function Notice(props: {
  tone: Tone;
  title?: string;
  icon?: ReactNode;
  /** For recent events, so that screen readers announce it. */
  isNew?: boolean;
  /** Allows moving the focus to it. */
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
