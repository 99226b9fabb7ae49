/** A message can be changed and deleted by its author for so long. */
export const editMinutes = 15;
export const messageMax = 10_000;
/** The kinds of record that a message can be about: a thread shows those of what led to it as well. */
export const messageSubjects = ['request', 'quote', 'message', 'proposal'] as const;
export type MessageSubject = (typeof messageSubjects)[number];
/** Messages of one page of a thread. */
export const messagesPageSize = 50;
export const messagesPageMax = 100;
/** Unread messages are counted up to this. */
export const unreadMax = 100;
