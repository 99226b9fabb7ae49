import { StatusBadge } from '~/web/ui/status-badge';

/** Spam mark in a list, next to the name. */
export function SpamMark({ lead }: { lead: { spamReason: string | null; isSpam?: boolean } }) {
  if (lead.spamReason === null) return null;
  return (
    <span title={lead.isSpam ? 'Marked as spam' : `It ${lead.spamReason}`}>
      <StatusBadge status={lead.isSpam ? 'spam' : 'possible_spam'} />
    </span>
  );
}
