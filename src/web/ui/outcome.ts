import type { DefaultError, UseMutationOptions } from '@tanstack/react-query';

import { failureToast } from './failure-toast';
import { type ToastContent, toast } from './toast-store';

/**
 * Returns the callbacks of a mutation. They show a toast about the success or failure, after which
 * everything on screen is refetched.
 *
 * @param options.failed fallback for the server's message, or an error handler
 */
export function outcome<Output, Input>(options: {
  done?: ToastContent | ((output: Output, input: Input) => ToastContent);
  failed: string | ((error: unknown) => void);
  /**
   * Called on success. Callbacks of `mutate` run after it, but only if the component is still
   * mounted.
   */
  onDone?(output: Output, input: Input): void;
}): Pick<UseMutationOptions<Output, DefaultError, Input>, 'onSuccess' | 'onError' | 'meta'> {
  const { done, failed, onDone } = options;
  return {
    onSuccess: (output, input) => {
      if (done) toast(typeof done === 'function' ? done(output, input) : done);
      onDone?.(output, input);
    },
    onError: (error) => {
      if (typeof failed === 'function') failed(error);
      else failureToast(error, failed);
    },
    meta: { isShown: true },
  };
}
