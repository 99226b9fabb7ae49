const disputeLabels = new Map([
  ['needs_response', 'Disputed by the bank: answer at Stripe'],
  ['under_review', 'Disputed: under review'],
  ['won', 'Dispute won'],
  ['lost', 'Dispute lost'],
  ['warning_needs_response', 'Inquiry by the bank: answer at Stripe'],
  ['warning_under_review', 'Inquiry: under review'],
  ['warning_closed', 'Inquiry closed'],
  ['prevented', 'Dispute prevented'],
]);

/** Converts Stripe's status of a dispute to a label for admins. */
export const disputeLabel = (status: string): string =>
  disputeLabels.get(status) ?? `Disputed: ${status.replaceAll('_', ' ')}`;
