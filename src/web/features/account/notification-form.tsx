import { useRouter } from '@tanstack/react-router';

import type {
  NotificationKind,
  Notifications,
  NotificationsChange,
} from '~/contract/notifications/notifications-schema';
import { useMutation, useSuspenseQuery } from '~/web/lib/queries';
import { failureToast } from '~/web/ui/failure-toast';
import styles from './page-account.module.css';

const kinds: Record<NotificationKind, [label: string, hint: string]> = {
  messages: ['New messages', 'Our messages in your requests. Several at once arrive in one email.'],
  deliverables: ['Files to approve', 'When we send a file for your approval.'],
  status: ['Status and notes', 'When a request starts, is completed or gets a due date.'],
};

/** Switches for the emails that a person gets about requests. Each change is saved immediately. */
export function NotificationForm() {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.notifications.get.queryOptions());
  const show = (notifications: Notifications) =>
    api.notifications.get.setData(undefined, notifications);
  const { mutate } = useMutation({
    ...api.notifications.update.mutationOptions(),
    // Shows the new state until the server responds.
    onMutate: (change: NotificationsChange) => {
      show({ ...data, ...(change as Partial<Notifications>) });
    },
    onSuccess: (saved: Notifications) => {
      show(saved);
    },
    onError: (error) => {
      failureToast(error, 'Failed to save. Please try again.');
      void api.notifications.get.invalidate();
    },
  });
  return (
    <ul aria-label="Emails">
      {Object.entries(kinds).map(([kind, [label, hint]]) => (
        <li key={kind} className={styles.kind}>
          <label>
            <input
              type="checkbox"
              role="switch"
              aria-describedby={`mails-${kind}`}
              checked={data[kind as NotificationKind]}
              aria-checked={data[kind as NotificationKind]}
              onChange={(event) => mutate({ [kind]: event.target.checked })}
            />
            <span className={styles.device}>{label}</span>
          </label>
          <p id={`mails-${kind}`}>{hint}</p>
        </li>
      ))}
    </ul>
  );
}
