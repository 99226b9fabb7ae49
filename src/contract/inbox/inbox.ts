import type { RecordKind, RecordRef } from '~/contract/conversations/records';
import type { MessageStatus } from '~/contract/leads/contact';
import { type QuoteStatus, quoteStages } from '~/contract/leads/quote-statuses';
import type { ProposalStatus } from '~/contract/proposals/proposals';
import type { RequestStatus } from '~/contract/requests/requests';

/**
 * The panel's inbox: quotes, contact messages, requests and questions about proposals that the
 * agency must act on. The validation rules are in inbox-schema.ts.
 */

/**
 * Lists of the inbox. `todo`: the agency has to reply, or the next step is due. `waiting`: the
 * client or lead has to reply. `snoozed`: hidden until a date or a reply. `done`: decided or
 * archived.
 */
export const inboxTabs = ['todo', 'waiting', 'snoozed', 'done'] as const;
export type InboxTab = (typeof inboxTabs)[number];
export const defaultInboxTab: InboxTab = 'todo';

/** Stages that summarize the statuses of all kinds: the columns of the board. */
export const inboxStages = ['new', 'answered', 'won', 'closed'] as const;
export type InboxStage = (typeof inboxStages)[number];

const stages = {
  quote: quoteStages,
  message: { unread: 'new', read: 'new', replied: 'answered' },
  request: { pending: 'new', in_progress: 'won', completed: 'won', cancelled: 'closed' },
  proposal: {
    ...{ draft: 'new', sent: 'answered', viewed: 'answered', accepted: 'won' },
    ...{ declined: 'closed', expired: 'closed', withdrawn: 'closed' },
  },
} satisfies {
  quote: Record<QuoteStatus, InboxStage>;
  message: Record<MessageStatus, InboxStage>;
  request: Record<RequestStatus, InboxStage>;
  proposal: Record<ProposalStatus, InboxStage>;
};

/** Returns the stage of a record with a status. */
export function inboxStageOf(kind: RecordKind, status: string): InboxStage {
  const ofKind: Record<string, InboxStage> = stages[kind];
  return ofKind[status] ?? 'closed';
}

/** Filters by assigned admin: `mine` for the signed-in admin, `none` for unassigned items. */
export const ownerFilters = ['mine', 'none'] as const;

export const nextStepMax = 200;
export const tagMax = 30;
export const tagsMax = 10;

/** Returns the key of an item in the panel's URL, such as 'quote-12'. */
export const inboxKeyOf = ({ kind, id }: RecordRef): string => `${kind}-${id}`;
