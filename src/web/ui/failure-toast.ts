import { errorMessageOf } from '~/web/lib/api-error';
import { toast } from './toast-store';

/**
 * Shows that something failed.
 *
 * @param fallback shown where the server gave no message meant for users
 */
export function failureToast(error: unknown, fallback: string): void {
  const description = errorMessageOf(error) ?? fallback;
  toast({ title: 'Error', description, variant: 'destructive' });
}
