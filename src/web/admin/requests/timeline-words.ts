import { statusLabel } from '~/contract/common/statuses';
import type { RequestEvent } from '~/contract/requests/requests-schema';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** Returns the text of a timeline event. */
export function timelineWords({ kind, text }: Pick<RequestEvent, 'kind' | 'text'>): string {
  if (kind === 'created') return 'Request sent';
  if (kind === 'changed') return 'Request changed';
  if (kind === 'status') return `Status: ${statusLabel(text)}`;
  if (kind === 'target_date')
    return text ? `Due by ${day.format(new Date(text))}` : 'Due date removed';
  return text;
}
