/** The panel's inbox: quotes, contact messages, requests and questions about proposals that wait for the agency. The rules are in inbox-schema.ts. */

export const inboxKinds = ['quote', 'message', 'request', 'proposal'] as const;
export type InboxKind = (typeof inboxKinds)[number];

/**
 * Where an item stands. `todo`: the agency has the next word, or the day of its next step has come. `waiting`: the other side has it.
 * `snoozed`: hidden until a day, or until an answer comes. `done`: decided, or set aside.
 */
export const inboxViews = ['todo', 'waiting', 'snoozed', 'done'] as const;
export type InboxView = (typeof inboxViews)[number];
export const defaultInboxView: InboxView = 'todo';

/** What the statuses of all kinds come to: the columns of the board. */
export const inboxStages = ['new', 'answered', 'won', 'closed'] as const;
export type InboxStage = (typeof inboxStages)[number];

const stages: Record<InboxKind, Record<string, InboxStage>> = {
  quote: { pending: 'new', contacted: 'answered', approved: 'won' },
  message: { unread: 'new', read: 'new', replied: 'answered' },
  request: { pending: 'new', in_progress: 'won', completed: 'won' },
  proposal: { draft: 'new', sent: 'answered', viewed: 'answered', accepted: 'won' },
};

/** The stage of a record with a status. */
export const inboxStageOf = (kind: InboxKind, status: string): InboxStage =>
  stages[kind][status] ?? 'closed';

/** Filter by owner: `mine`, of the signed-in admin; `none`, without one. */
export const ownerFilters = ['mine', 'none'] as const;

export const nextStepMax = 200;
export const tagMax = 30;
export const tagsMax = 10;

/** Within the panel's URL, such as 'quote-12'. */
export const inboxKeyOf = (item: { kind: InboxKind; recordId: number }): string =>
  `${item.kind}-${item.recordId}`;
