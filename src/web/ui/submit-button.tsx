import type { ReactNode } from 'react';

import type { Wait } from '~/web/lib/use-wait';
import { Button } from './button';
import styles from './submit-button.module.css';
import { TryAgain } from './try-again';

/** Submit button of a form. It is disabled while the form is being sent and until it may be sent again. */
export function SubmitButton(props: {
  form: { pending: boolean; isUnsent?: boolean; wait: Wait };
  size?: 'lg';
  /** True if the page has a more important button. */
  isSecondary?: boolean;
  label: ReactNode;
  pendingLabel: string;
}) {
  const { pending, isUnsent, wait } = props.form;
  return (
    <>
      <TryAgain wait={wait} />
      {isUnsent && !pending && !wait.isOn && (
        <p className={styles.unsent}>Not sent. What you typed is still here.</p>
      )}
      <Button
        type="submit"
        {...(props.size && { size: props.size })}
        {...(props.isSecondary && { variant: 'outline' as const })}
        disabled={pending || wait.isOn}
      >
        {pending ? props.pendingLabel : props.label}
      </Button>
    </>
  );
}
