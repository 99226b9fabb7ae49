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

/** Filter by owner: `mine`, of the signed-in admin; `none`, without one. */
export const ownerFilters = ['mine', 'none'] as const;

export const nextStepMax = 200;
export const tagMax = 30;
export const tagsMax = 10;

/** Within the panel's URL, such as 'quote-12'. */
export const inboxKeyOf = (item: { kind: InboxKind; recordId: number }): string =>
  `${item.kind}-${item.recordId}`;
