import { useEffect, useRef } from 'react';

import type { SecondFactorMethod } from '~/contract/identity/second-factors';
import { AuthPanel } from './auth-panel';
import { SecondFactorSetup } from './second-factor-setup';
import { SecondFactorStep } from './second-factor-step';

/** Step after an admin's password: the second factor, or its setup. */
export function AfterPassword(props: { methods: SecondFactorMethod[]; onIn(): void }) {
  const { methods, onIn } = props;
  const place = useRef<HTMLDivElement>(null);
  // Moves the focus to the new step, because the form that had the focus is gone.
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return <div ref={place}>{stepOf(methods, onIn)}</div>;
}

function stepOf(methods: SecondFactorMethod[], onIn: () => void) {
  if (methods.length === 0) {
    return (
      <AuthPanel
        title="Set up a second factor"
        lead="Every admin needs one in addition to the password. It takes a minute."
      >
        <SecondFactorSetup onIn={onIn} />
      </AuthPanel>
    );
  }
  return (
    <AuthPanel title="Second factor" lead="One more step: confirm it’s you.">
      <SecondFactorStep methods={methods} onIn={onIn} />
    </AuthPanel>
  );
}
