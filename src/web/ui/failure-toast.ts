import { errorMessageOf } from '~/web/lib/api-error';
import { toast } from './toast-store';

/**
 * Shows that something failed.
 *
 * @param fallback shown where the server gave no message meant for users
 * @param messageOf takes that message from the error
 */
export function failureToast(error: unknown, fallback: string, messageOf = errorMessageOf): void {
  const description = messageOf(error) ?? fallback;
  toast({ title: 'Error', description, variant: 'destructive' });
}
