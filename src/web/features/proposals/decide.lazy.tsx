import { type ComponentType, useEffect, useState } from 'react';

import type { Decision } from './accept-form';

type State = { Forms: ComponentType<Decision> } | 'failed' | undefined;

/**
 * Loads the forms after the document, which clients read first. The forms do not work without
 * scripts anyway.
 */
export function DecideLate(props: Decision) {
  const [state, setState] = useState<State>();
  useEffect(() => {
    import('./decide-forms').then(
      ({ DecideForms }) => setState({ Forms: DecideForms }),
      () => setState('failed'),
    );
  }, []);
  if (state === 'failed') {
    return <p role="alert">The form could not be loaded. Please reload this page.</p>;
  }
  return state ? <state.Forms {...props} /> : null;
}
