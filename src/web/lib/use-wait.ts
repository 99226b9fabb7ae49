import { useCallback, useState } from 'react';

import { retryAfterOf } from './api-error';

/** Wait until a rate-limited form can be sent again, as reported by the server. */
export interface Wait {
  until: number;
  isOn: boolean;
  end(): void;
}

export function useWait(): Wait & { begin(error: unknown): void } {
  const [until, setUntil] = useState(0);
  return {
    until,
    isOn: until > 0,
    end: useCallback(() => setUntil(0), []),
    begin: (error) => {
      const seconds = retryAfterOf(error);
      if (seconds) setUntil(Date.now() + seconds * 1000);
    },
  };
}
