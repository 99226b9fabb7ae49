import type { DeliverableStatus } from '~/contract/files/deliverables';

/** Returns the decision on a file as text, for the client. */
export const deliverableLabel: Record<DeliverableStatus, string> = {
  waiting: 'Awaiting your approval',
  approved: 'Approved',
  returned: 'Changes requested',
};

/** Returns the decision on a file as text, for the agency, which waits for the client. */
export const agencyDeliverableLabel: typeof deliverableLabel = {
  ...deliverableLabel,
  waiting: 'Awaiting client approval',
};
