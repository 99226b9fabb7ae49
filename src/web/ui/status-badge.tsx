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

/** Statuses whose icon differs from the icon of their color. */
const ownIcons: Record<string, typeof IconClock> = {
  contacted: IconMessageCircle,
  cancelled: IconCircleX,
  failed: IconCircleX,
  sent: IconCircleCheck,
};

/** Label of a status, with a color and an icon. */
export function StatusBadge({
  status,
  forClient = false,
}: {
  status: string;
  /** True to use the labels for clients where they differ from the agency's. */
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
