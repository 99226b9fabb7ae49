import type { DeliverableStatus } from '~/contract/files/deliverables';

/** How far a file has been decided on, in words. */
export const deliverableLabel: Record<DeliverableStatus, string> = {
  waiting: 'Awaiting your approval',
  approved: 'Approved',
  returned: 'Changes requested',
};

/** The same for the agency, which waits for the client. */
export const agencyDeliverableLabel: typeof deliverableLabel = {
  ...deliverableLabel,
  waiting: 'Awaiting client approval',
};
