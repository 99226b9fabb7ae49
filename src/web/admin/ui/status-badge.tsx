export type Tone = 'good' | 'info' | 'wait' | 'bad' | 'none';

/** The statuses of everything, by the colours that the agency reads them in. */
const tones: Record<string, Tone> = {
  pending: 'wait',
  approved: 'good',
  rejected: 'bad',
  contacted: 'info',
  unread: 'wait',
  read: 'info',
  replied: 'good',
  in_progress: 'info',
  completed: 'good',
  cancelled: 'none',
  failed: 'bad',
  refunded: 'none',
  active: 'good',
  inactive: 'none',
  disabled: 'bad',
  admin: 'info',
  published: 'good',
  scheduled: 'info',
  draft: 'wait',
  trash: 'none',
  featured: 'good',
  listed: 'none',
  applied: 'good',
  waiting: 'wait',
  sent: 'good',
};

const words: Record<string, string> = { in_progress: 'In progress' };

export const toneOf = (status: string): Tone => tones[status] ?? 'none';

export function statusLabel(status: string): string {
  return words[status] ?? status.charAt(0).toUpperCase() + status.slice(1);
}

export function StatusBadge({ status }: { status: string }) {
  return (
    <span className="status-badge" data-tone={toneOf(status)}>
      {statusLabel(status)}
    </span>
  );
}
