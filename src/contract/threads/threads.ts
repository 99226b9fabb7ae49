/** Minutes in which the author can change and delete a message. */
export const editMinutes = 15;
export const messageMax = 10_000;
/** Number of messages on one page of a thread. */
export const messagesPageSize = 50;
export const messagesPageMax = 100;
/** Maximum value of the unread count. */
export const unreadMax = 100;
