import { errorMessageOf } from '~/web/lib/api-error';
import { Button } from './button';
import { toast } from './toast-store';

/**
 * Shows a toast that an action failed. A later success of the same action dismisses the toast.
 *
 * @param fallback shown if the server sent no message for users
 * @param messageOf returns the server's message from the error
 */
export function failureToast(error: unknown, fallback: string, messageOf = errorMessageOf) {
  const description = messageOf(error) ?? fallback;
  return toast({ title: 'Error', description, variant: 'destructive' });
}

/**
 * Shows a toast that part of the page could not be loaded, with a button to reload.
 *
 * @param keep stores the typed values, which the page restores after a reload
 */
export function offerReload(keep: () => unknown): void {
  toast({
    title: 'Error',
    description: 'Part of this page could not be loaded. Reload the page; what you typed is kept.',
    variant: 'destructive',
    action: (
      <Button
        size="sm"
        variant="outline"
        onClick={() => {
          keep();
          window.location.reload();
        }}
      >
        Reload
      </Button>
    ),
  });
}
