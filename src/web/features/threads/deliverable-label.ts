import type { DeliverableStatus } from '~/contract/files/deliverables';

/** Labels of decisions on a file, for the client. */
export const deliverableLabel: Record<DeliverableStatus, string> = {
  waiting: 'Awaiting your approval',
  approved: 'Approved',
  returned: 'Changes requested',
};

/** Labels of decisions on a file, for the agency. */
export const agencyDeliverableLabel: typeof deliverableLabel = {
  ...deliverableLabel,
  waiting: 'Awaiting client approval',
};
