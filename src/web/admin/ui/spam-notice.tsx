import { Notice } from './notice';

/** Beside what looks like a bot's work: no lead is lost, yet nobody is woken by it. */
export function SpamNotice() {
  return (
    <Notice tone="wait" title="This looks like a machine’s work">
      It was kept, but nobody was sent a mail about it.
    </Notice>
  );
}
