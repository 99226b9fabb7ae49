import { StatusBadge } from '~/web/ui/status-badge';

/** The mark of spam in a list, beside the name. */
export function SpamMark() {
  return (
    <span title="Marked as spam">
      <StatusBadge status="spam" />
    </span>
  );
}
