import type { ContentKey } from '~/contract/content/content-types';
import { type AdminRole, adminRoles } from '~/contract/identity/roles';

/** The client, who manages a company, has a colleague with the right to its requests and a bookkeeper with that to its invoices. */
export const roles = [
  'anonymous',
  'client',
  'colleague',
  'bookkeeper',
  'other',
  ...adminRoles,
] as const;
export type Role = (typeof roles)[number];

/** 'yes', or the HTTP status of the error. */
export type Answer = 'yes' | 400 | 401 | 403 | 404 | 409;

export interface Rule {
  input?: (ids: Ids) => unknown;
  /** A named group, or the answer to each role. */
  may: keyof typeof byName | Record<Role, Answer>;
  /** Why a change by an admin leaves no row in the audit log; every other one does. */
  unrecorded?: string;
  /** The same call over REST. */
  rest?: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: (ids: Ids) => string };
}

/** Ids of rows that belong to the role 'client' alone. */
export interface Ids extends Record<ContentKey | `${ContentKey}Trash`, number> {
  clientSession: number;
  clientRequest: number;
  clientProposal: number;
  clientInvoice: number;
  client: string;
  /** Of the client, and a file that the agency has sent to the client. */
  clientMessage: number;
  quoteToken: string;
  agencyFile: number;
  /** From here on, each call gets rows of its own. */
  quote: number;
  message: number;
  request: number;
  proposal: number;
  sentProposal: number;
  proposalTrash: number;
  proposalToken: string;
  invoice: number;
  openInvoice: number;
  invoiceToken: string;
  recurringInvoice: number;
  pausedRecurringInvoice: number;
  admin: string;
  manager: string;
  invitedAdmin: string;
  company: number;
  replyTemplate: number;
  otherCompany: number;
}

export const everyone = (answer: Answer): Record<Role, Answer> => ({
  anonymous: answer,
  client: answer,
  colleague: answer,
  bookkeeper: answer,
  other: answer,
  owner: answer,
  manager: answer,
  editor: answer,
  viewer: answer,
});

/** An admin whose role lacks the permission gets 403, as clients do. */
export const only = (able: readonly AdminRole[], answer: Answer = 'yes'): Record<Role, Answer> => ({
  ...everyone(403),
  anonymous: 401,
  ...Object.fromEntries(able.map((role) => [role, answer])),
});

/** Each client, about what is their own; admins get 403. */
export const everyClient = (answer: Answer): Record<Role, Answer> => ({
  ...everyone(403),
  anonymous: 401,
  client: answer,
  colleague: answer,
  bookkeeper: answer,
  other: answer,
});

/** The client alone. */
export const itsClient: Record<Role, Answer> = { ...everyone(404), anonymous: 401, client: 'yes' };
/** Who may see the requests of the client's company. */
export const itsRequesters: Record<Role, Answer> = { ...itsClient, colleague: 'yes' };
/** Who may see the documents of the client's company. */
export const itsPayers: Record<Role, Answer> = { ...itsClient, bookkeeper: 'yes' };

/** Written out, not derived from the product's own table, which they check. */
export const byName = {
  everyone: everyone('yes'),
  'signed-in': { ...everyone('yes'), anonymous: 401 },
  admins: only(adminRoles),
  owner: only(['owner']),
  /** Leads, clients, requests, proposals, invoices. */
  'sees-business': only(['owner', 'manager', 'viewer']),
  'runs-business': only(['owner', 'manager']),
  'sees-content': only(adminRoles),
  'writes-content': only(['owner', 'manager', 'editor']),
} satisfies Record<string, Record<Role, Answer>>;

export const get = (path: string): Rule['rest'] => ({ method: 'GET', path: () => path });
export const post = (path: string): Rule['rest'] => ({ method: 'POST', path: () => path });
export const put = (path: string): Rule['rest'] => ({ method: 'PUT', path: () => path });
export const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;

export const byId = (key: keyof Ids) => (ids: Ids) => ({ id: ids[key] });
export const at = (path: string, key: keyof Ids, end = '') => ({
  path: (ids: Ids) => `${path}/${ids[key]}${end}`,
});
