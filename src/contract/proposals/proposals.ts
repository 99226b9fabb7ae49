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

/** `waiting` is no status of its own: it is sent, and the client can still accept it. */
export const proposalFilters = [...proposalStatuses, 'waiting'] as const;

export const proposalSorts = ['createdAt', 'number', 'title', 'client', 'status', 'total'] as const;

/** Such as P-0001. */
export const proposalNumber = (position: number): string =>
  `P-${String(position).padStart(4, '0')}`;
