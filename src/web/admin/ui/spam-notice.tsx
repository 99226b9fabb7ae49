import { Alert } from '@mantine/core';

/** Beside what looks like a bot's work: no lead is lost, yet nobody is woken by it. */
export function SpamNotice() {
  return (
    <Alert color="yellow" variant="light" title="This looks like a machine’s work">
      It was kept, but nobody was sent a mail about it.
    </Alert>
  );
}
