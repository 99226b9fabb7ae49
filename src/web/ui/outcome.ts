import type { DefaultError, UseMutationOptions } from '@tanstack/react-query';

import { failureToast } from './failure-toast';
import { type ToastContent, toast } from './toast-store';

/**
 * Returns the callbacks of a mutation: they show a notice of success or failure, after which everything on screen is
 * refetched.
 *
 * @param options.failed fallback for the server's message, or a handler of the error
 */
export function outcome<Output, Input>(options: {
  done?: ToastContent | ((output: Output, input: Input) => ToastContent);
  failed: string | ((error: unknown) => void);
  /** Called on success. Callbacks of `mutate` run after it, and not at all if it unmounted the component. */
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
