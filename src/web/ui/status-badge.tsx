import { clientStatusLabel, statusLabel, type Tone, toneOf } from '~/contract/common/statuses';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconMessageCircle,
  IconProgress,
} from '~/web/ui/icons';
import styles from './status-badge.module.css';
import './tones.css';

const icons: Record<Tone, typeof IconClock> = {
  good: IconCircleCheck,
  info: IconProgress,
  wait: IconClock,
  bad: IconCircleX,
  none: IconCircleDashed,
};

/** Statuses with an icon other than that of their tone. */
const ownIcons: Record<string, typeof IconClock> = {
  contacted: IconMessageCircle,
  cancelled: IconCircleX,
  failed: IconCircleX,
  sent: IconCircleCheck,
};

/** A status in words, with a colour and an icon. */
export function StatusBadge({
  status,
  forClient = false,
}: {
  status: string;
  /** In the words for clients, where there are some. */
  forClient?: boolean;
}) {
  const tone = toneOf(status);
  const Icon = ownIcons[status] ?? icons[tone];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={15} stroke={2} aria-hidden="true" />
      {(forClient ? clientStatusLabel : statusLabel)(status)}
    </span>
  );
}
