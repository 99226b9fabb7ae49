import type { InboxItem } from '~/contract/inbox/inbox-schema';
import { useToday } from '~/web/admin/form/today';
import { When } from '~/web/admin/ui/when';

/** Shows the next task and its due date. */
export function NextStep({ item: { nextStep, nextStepOn } }: { item: InboxItem }) {
  const today = useToday();
  const isLate = nextStepOn !== null && nextStepOn <= today;
  return (
    <span className="inbox-step" data-late={isLate}>
      {nextStep || 'Task'}
      {nextStepOn && (
        <>
          , <When at={nextStepOn} isDate />
        </>
      )}
    </span>
  );
}

/** Shows the due time of an item, the end of its snooze, or its completion. */
export function WhenDue({ item }: { item: InboxItem }) {
  const today = useToday();
  const { snoozedUntil, doneAt, dueAt } = item;
  if (doneAt) {
    return (
      <span className="inbox-due">
        Done <When at={doneAt} />
      </span>
    );
  }
  if (snoozedUntil && snoozedUntil > today) {
    return (
      <span className="inbox-due">
        Until <When at={snoozedUntil} isDate />
      </span>
    );
  }
  if (!dueAt) return null;
  const isLate = new Date(dueAt) < new Date();
  return (
    <span className="inbox-due" data-late={isLate}>
      {isLate ? 'Overdue since' : 'Reply by'} <When at={dueAt} />
    </span>
  );
}
