import type { ReactNode } from 'react';

import type { Wait } from '~/web/lib/use-wait';
import { Button } from './button';
import { TryAgain } from './try-again';

/** The button of a form, which is off while it is sent and until it may be sent again. */
export function SubmitButton(props: {
  form: { pending: boolean; wait: Wait };
  size?: 'lg';
  label: ReactNode;
  pendingLabel: string;
}) {
  const { pending, wait } = props.form;
  return (
    <>
      <TryAgain wait={wait} />
      <Button
        type="submit"
        {...(props.size && { size: props.size })}
        disabled={pending || wait.isOn}
      >
        {pending ? props.pendingLabel : props.label}
      </Button>
    </>
  );
}
