import { proposalStatuses } from './proposals';

/**
 * Two are no statuses. `waiting`: it is sent, and the client can still accept it. `deleted`: a draft in the trash, which is in none
 * of the others.
 */
export const proposalFilters = [...proposalStatuses, 'waiting', 'deleted'] as const;

export const proposalSorts = ['createdAt', 'number', 'title', 'client', 'status', 'total'] as const;
