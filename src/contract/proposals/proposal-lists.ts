import { proposalStatuses } from './proposals';

/**
 * Filters of proposals. Two of them are not stored statuses. `waiting`: sent, and the client can still accept it.
 * `deleted`: a draft in the trash, which no other filter includes.
 */
export const proposalFilters = [...proposalStatuses, 'waiting', 'deleted'] as const;

export const proposalSorts = ['createdAt', 'number', 'title', 'client', 'status', 'total'] as const;
