import { StatusBadge } from '~/web/ui/status-badge';
import { Notice } from './notice';

/** Beside what looks like a bot's work: no lead is lost, yet no mail goes to its sender. */
export function SpamNotice() {
  return (
    <Notice tone="wait" title="This looks like spam">
      It was kept, but its sender was sent no mail.
    </Notice>
  );
}

/** The same mark in a list, beside the name. */
export function SpamMark() {
  return (
    <span title="Sent by a machine, as it seems">
      <StatusBadge status="spam" />
    </span>
  );
}
