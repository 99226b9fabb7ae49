import { useRouter } from '@tanstack/react-router';

import type { QuoteSource } from '~/contract/leads/quote-sources';
import { chatHandOffMs } from '~/contract/leads/quotes';
import type { FieldErrors } from '~/web/lib/form-errors';
import type { ApiInputs } from '~/web/lib/trpc';
import type { Attempt } from '~/web/lib/use-form';
import { useSettings } from '~/web/shell/settings';
import { trapName } from '~/web/ui/field';
import { toast } from '~/web/ui/toast-store';
import { type ChatFields, chatUrl } from './chat';

/**
 * Returns `send`, which sends a quote, shows a toast and opens the chat, and options for `useForm`.
 * Used by both quote forms.
 */
export function useSendQuote(options: {
  source: QuoteSource;
  successText: string;
  /** Names of fields in the form, by their name in the request, for fields whose names differ. */
  fieldNames?: Record<string, string>;
  /** Called after a failure. @returns the server's errors by the names of the form's fields */
  onFailed(error: unknown): FieldErrors;
}) {
  const { client } = useRouter().options.context;
  const { whatsappNumber } = useSettings();

  return {
    send(request: ApiInputs['quotes']['submit'], attempt: Attempt) {
      return client.quotes.submit.mutate({
        ...request,
        source: options.source,
        key: attempt.key,
        website: attempt.values[trapName] ?? '',
      });
    },

    onSent(chat: ChatFields) {
      toast({ title: 'Quote Request Submitted', description: options.successText });
      if (!whatsappNumber) return;
      const url = chatUrl(whatsappNumber, chat);
      setTimeout(() => window.open(url, '_blank', 'noopener'), chatHandOffMs);
    },

    /** Options of the form that sends the quote. */
    options: {
      failureText: 'Failed to submit quote request. Please try again.',
      onFailed: (error: unknown): FieldErrors =>
        Object.fromEntries(
          Object.entries(options.onFailed(error)).map(([name, message]) => [
            options.fieldNames?.[name] ?? name,
            message,
          ]),
        ),
    },
  };
}
