export const proposalStatuses = [
  'draft',
  'sent',
  'viewed',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

export const openProposalStatuses = ['sent', 'viewed'] as const satisfies ProposalStatus[];
/** The client can still accept or decline it. */
export const isOpenProposal = (status: ProposalStatus): boolean =>
  openProposalStatuses.some((open) => open === status);

/** Of the words that an admin adds to the mail with the link. */
export const proposalMessageMax = 2_000;
/** How many others get the mail with the link. */
export const proposalCopiesMax = 5;

/** Such as P-0001. */
export const proposalNumber = (position: number): string =>
  `P-${String(position).padStart(4, '0')}`;
