import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconMessageCircle,
  IconProgress,
} from '@tabler/icons-react';

import styles from './status-badge.module.css';

const looks = {
  completed: { tone: 'good', Icon: IconCircleCheck },
  approved: { tone: 'good', Icon: IconCircleCheck },
  replied: { tone: 'good', Icon: IconCircleCheck },
  in_progress: { tone: 'busy', Icon: IconProgress },
  contacted: { tone: 'busy', Icon: IconMessageCircle },
  pending: { tone: 'waiting', Icon: IconClock },
  rejected: { tone: 'bad', Icon: IconCircleX },
  cancelled: { tone: 'other', Icon: IconCircleX },
  failed: { tone: 'other', Icon: IconCircleX },
  // Of subscriptions, in Stripe's words.
  active: { tone: 'good', Icon: IconCircleCheck },
  trialing: { tone: 'busy', Icon: IconProgress },
  ending: { tone: 'waiting', Icon: IconClock },
  paused: { tone: 'waiting', Icon: IconClock },
  past_due: { tone: 'bad', Icon: IconCircleX },
  unpaid: { tone: 'bad', Icon: IconCircleX },
} as const;

/** 'in_progress' as 'In progress'. */
function inWords(status: string): string {
  const words = status === 'trialing' ? 'trial' : status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How far something is: a colour and a sign of its own for each status that has one, grey for the rest. */
export function StatusBadge({ status }: { status: string }) {
  const { tone, Icon } =
    status in looks
      ? looks[status as keyof typeof looks]
      : { tone: 'other', Icon: IconCircleDashed };
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      {inWords(status)}
    </span>
  );
}
