import { minFillMs } from '~/contract/submission';

/** Bots fill fields that people do not see, and fill them at once. */
export function spamReasonOf(signs: {
  website?: string | undefined;
  filledInMs?: number | undefined;
}): string | null {
  if (signs.website) return 'filled the hidden field';
  if (signs.filledInMs !== undefined && signs.filledInMs < minFillMs) return 'sent at once';
  return null;
}

export const digitsOf = (phone: string): string => phone.replace(/\D/g, '');
