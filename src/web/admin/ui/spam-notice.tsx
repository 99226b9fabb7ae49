import { Notice } from './notice';

/** Beside what looks like a bot's work: no lead is lost, yet no mail is sent about it. */
export function SpamNotice() {
  return (
    <Notice tone="wait" title="This looks like spam">
      It was kept, but no mail was sent about it, and it is not counted as waiting.
    </Notice>
  );
}

/** The same in a list, beside the name. */
export function SpamMark() {
  return (
    <span className="status-badge" data-tone="wait" title="Sent by a machine, as it seems">
      Spam?
    </span>
  );
}
