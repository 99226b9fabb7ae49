import { Alert } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

import type { Tone } from '~/contract/common/statuses';

/** Notice in one of the status colors. */
export function Notice(props: {
  tone: Tone;
  title?: string;
  icon?: ReactNode;
  /** True for a recent event, which screen readers then announce. */
  isNew?: boolean;
  /** Ref with which the focus can be moved to the notice. */
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
