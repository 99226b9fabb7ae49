import type { RecordKind } from '~/contract/conversations/records';
import type { InboxStage, InboxTab } from '~/contract/inbox/inbox';
import type { InboxItem } from '~/contract/inbox/inbox-schema';
import { messageServices, messageStatuses } from '~/contract/leads/contact';
import { quoteStatuses } from '~/contract/leads/quote-statuses';
import { labelOf } from '~/contract/leads/quotes';
import { requestStatuses } from '~/contract/requests/requests';

export const kindLabels: Record<RecordKind, string> = {
  quote: 'Quote',
  message: 'Message',
  request: 'Request',
  proposal: 'Proposal',
};

export const tabLabels: Record<InboxTab, string> = {
  todo: 'To do',
  waiting: 'Waiting on client',
  snoozed: 'Snoozed',
  done: 'Done',
};

export const emptyTexts: Record<InboxTab, string> = {
  todo: 'All done.',
  waiting: 'Not waiting on any client.',
  snoozed: 'Nothing snoozed.',
  done: 'Nothing done yet.',
};

export const stageLabels: Record<InboxStage, string> = {
  new: 'New',
  answered: 'Answered',
  won: 'Won',
  closed: 'Closed',
};

export const statusesOf: Record<RecordKind, readonly string[]> = {
  quote: quoteStatuses,
  message: messageStatuses,
  request: requestStatuses,
  // Proposals have no actions here, because their status follows from other actions.
  proposal: [],
};

/** Returns the subject of an item. A message without a subject names a service. */
export const aboutOf = ({ kind, about }: InboxItem): string =>
  kind === 'message' ? labelOf(messageServices, about) : about;

/** Name of an item within sentences, such as 'the quote from Ada'. */
export const nameOf = (item: InboxItem): string =>
  item.kind === 'request' || item.kind === 'proposal'
    ? `the ${item.kind} “${item.about}”`
    : `the ${item.kind} from ${item.name}`;

/**
 * Returns whether an item has this menu. Proposals only have the snooze menu, because they are
 * assigned together with their lead.
 */
export const hasMenu = ({ kind }: InboxItem, menu: 'status' | 'owner' | 'snooze'): boolean =>
  kind !== 'proposal' || menu === 'snooze';

/** Returns the local date a number of days from today, in ISO format. */
function dayFromNow(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return new Intl.DateTimeFormat('sv').format(day);
}

/** Returns the days that are offered for a snooze. */
export function snoozeDays(now = new Date()): { label: string; day: string }[] {
  // On a Monday, the next Monday is a week away.
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { label: 'Tomorrow', day: dayFromNow(1, now) },
    { label: 'In three days', day: dayFromNow(3, now) },
    { label: 'Next Monday', day: dayFromNow(untilMonday, now) },
    { label: 'In two weeks', day: dayFromNow(14, now) },
    { label: 'In a month', day: dayFromNow(30, now) },
  ];
}
