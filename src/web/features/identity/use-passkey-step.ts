import { useState } from 'react';

import { errorReasonOf } from '~/web/lib/api-error';

/** Step with a passkey. An error is shown beside its button. */
export function usePasskeyStep(
  run: (passkeys: typeof import('~/web/lib/passkeys')) => Promise<void>,
) {
  const [problem, setProblem] = useState('');
  const [isPending, setPending] = useState(false);
  const begin = async () => {
    setProblem('');
    setPending(true);
    const passkeys = await import('~/web/lib/passkeys');
    try {
      const obstacle = passkeys.passkeyObstacle();
      if (obstacle) setProblem(obstacle);
      else await run(passkeys);
    } catch (error) {
      setProblem(
        passkeys.passkeyProblem(error) ??
          errorReasonOf(error) ??
          'Something went wrong. Please try again.',
      );
    } finally {
      setPending(false);
    }
  };
  return { problem, isPending, begin: () => void begin() };
}
