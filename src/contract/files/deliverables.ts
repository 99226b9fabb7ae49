/** Client's decision on a deliverable. */
export const deliverableStatuses = ['waiting', 'approved', 'returned'] as const;
export type DeliverableStatus = (typeof deliverableStatuses)[number];

/** Query of the URL of a client's files. */
export interface FileSearch {
  search?: string | undefined;
  status?: DeliverableStatus | undefined;
  page?: number | undefined;
}
