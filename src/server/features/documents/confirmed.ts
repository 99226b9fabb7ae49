import { AppError } from '~/contract/common/errors';
import { isSame } from '~/contract/documents/missing-billing';

/** Total and client of a document, as an admin confirmed them or as they are now. */
interface Confirmed {
  /** Decimal amount. */
  total: string;
  client: object;
}

/**
 * Rejects an action on a document whose total or client has changed since an admin confirmed it.
 *
 * @param act such as 'issued'
 * @throws CONFLICT
 */
export function rejectUnconfirmed(
  act: 'issued' | 'sent',
  confirmed: Confirmed | undefined,
  now: Confirmed,
): void {
  if (!confirmed) return;
  const [before, after] = [confirmed.client, now.client].map(
    (client) => new Map<string, unknown>(Object.entries(client)),
  );
  const fieldOf = (client: Map<string, unknown> | undefined, field: string) => {
    const value = client?.get(field);
    return field === 'email' ? String(value ?? '').toLowerCase() : value || undefined;
  };
  const fields = [...Object.keys(confirmed.client), ...Object.keys(now.client)];
  const isAsConfirmed =
    confirmed.total === now.total &&
    fields.every((field) => isSame(fieldOf(before, field), fieldOf(after, field)));
  if (isAsConfirmed) return;
  throw new AppError(
    'CONFLICT',
    `Not ${act}: the client’s data or the total has changed since you confirmed it. Please check it again`,
  );
}
