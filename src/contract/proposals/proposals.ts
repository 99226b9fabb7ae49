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
/** Returns whether the client can still accept or decline a proposal with this status. */
export const isOpenProposal = (status: ProposalStatus): boolean =>
  openProposalStatuses.some((open) => open === status);

/** Maximum length of an admin's message in the email with the link. */
export const proposalMessageMax = 2_000;
/** Maximum number of other recipients of the email with the link. */
export const proposalCopiesMax = 5;

/** Formats a number such as P-0001. */
export const proposalNumber = (position: number): string =>
  `P-${String(position).padStart(4, '0')}`;
