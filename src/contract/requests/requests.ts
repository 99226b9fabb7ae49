/** What clients ask the agency to do, and how far it is. The rules are in requests-schema.ts. */
export const requestStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const requestStatusLabels: Record<RequestStatus, string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** What a request's timeline is made of. */
export const requestEventKinds = ['created', 'changed', 'status', 'note', 'target_date'] as const;
export type RequestEventKind = (typeof requestEventKinds)[number];

export const requestTitleMin = 3;
export const requestDescriptionMin = 10;

export interface ServiceRequest {
  id: number;
  title: string;
  description: string;
  status: RequestStatus;
  serviceId: number | null;
  /** Empty where it is about no particular service. */
  serviceName: string;
  /** The day it is to be done by, such as '2027-01-31'. */
  targetDate: string | null;
  /** What the agency last wrote about it. */
  note: string;
  createdAt: string;
  updatedAt: string;
}

export interface RequestEvent {
  id: number;
  kind: RequestEventKind;
  /** The status it got, the note, or the new date; empty where the kind says it all. */
  text: string;
  byAgency: boolean;
  createdAt: string;
}

export interface RequestDetail extends ServiceRequest {
  /** From the first to the last. */
  events: RequestEvent[];
  /** Whether events before these were left out. */
  hasOlderEvents: boolean;
}

export interface RequestPage {
  rows: ServiceRequest[];
  total: number;
  page: number;
}

/** A quote or a message that was sent with the client's own address, before there was an account or since. */
export interface Inquiry {
  /** Such as 'quote:12'. */
  id: string;
  kind: 'quote' | 'message';
  title: string;
  text: string;
  status: string;
  createdAt: string;
  /** The request that a quote has become. */
  requestId: number | null;
}

export interface RequestFields {
  title: string;
  description: string;
  serviceId: number | null;
}

/** What the address of the list says: the search, the status and the page. */
export interface RequestSearch {
  search?: string;
  status?: RequestStatus;
  page?: number;
}
