import { type CompanyRight, companyRights } from '~/contract/companies/companies';
import type { CompanySnapshot, MemberSnapshot } from '~/server/platform/db/schema/identity';

type Member = Omit<MemberSnapshot, 'id'>;
type Role = Pick<Member, 'rights' | 'isManager'>;

/** State of a company that results from the decisions that count. */
export interface Company {
  /** Email for invoices. */
  email: string;
  members: Map<string, Member>;
  /** Clients who have left since the email was set. */
  former: Set<string>;
  /** Clients whose decisions count only if they remove rights or members: see `replayCompanies`. */
  takers: Set<string>;
  /**
   * Members who had joined by an invitation, left while their email was changed, and got no role from others
   * afterwards.
   */
  leavers: Set<string>;
}

/** Time during which the email of an account was changed, until the change was undone. */
export interface Window {
  userId: string;
  since: Date;
  /** Id of the newest audit log entry before the change, or before its undoing. */
  from: number;
  to: number;
  companies: readonly CompanySnapshot[];
}

/**
 * Entry of the audit log about a company, or about a change of a client's email. Entries about companies that restoring
 * an email wrote are left out, because the replay computes their effects itself.
 */
export interface Entry {
  id: number;
  action: string;
  /** Id of the company; not set for a change of email. */
  companyId: number;
  /** Client who decided; null for the agency, and for the system, such as when it deletes a client. */
  actorId: string | null;
  before: Details;
  after: Details;
  createdAt: Date;
}

interface Details {
  id?: number;
  clientId?: string;
  invitedById?: string;
  invitedAt?: string;
  email?: string;
  followsAccount?: boolean;
  rights?: CompanyRight[];
  isManager?: boolean;
  people?: string[];
  snapshot?: CompanySnapshot;
}

export interface Replay {
  companies: Map<number, Company>;
  /** Returns the company that a company was merged into, or the company itself. */
  currentId(id: number): number;
  /** Ids of entries that had no effect. */
  ignored: Set<number>;
  /** Ids of entries that only removed rights and members, or set an email. */
  taken: Set<number>;
}

/**
 * Returns the entry at which the replay begins for a change of email. This is the change itself, or an earlier change
 * that was undone later than it, because the companies were in a wrong state from then on.
 */
export function startOf(windows: readonly Window[], entryId: number): number {
  const earlier = windows.filter(({ from, to }) => from < entryId && entryId < to);
  return earlier.length === 0
    ? entryId
    : startOf(windows, Math.min(...earlier.map(({ from }) => from)));
}

const agency: Role = { rights: [...companyRights], isManager: true };
/** Role of a client whose decisions count only if they remove rights or members. */
const taking: Role = { rights: [], isManager: false };

/**
 * Returns the states that companies would have without the actions of accounts while their email was changed, and
 * without the consequences of these actions.
 *
 * The replay starts with each company as it was at the earliest change of email, and applies the later decisions again.
 * A decision of the agency always counts. A client's decision counts if the client is a manager at this point of the
 * replay and their email was not changed at that time. If a client joined, or became a manager, by a decision that does
 * not count, the client's own decisions do not count either. Restoring the email of such a client as well would lead to
 * the same state. A manager can grant only rights that they have in the replay. An invited client joins only if the
 * manager's invitation counts. If the agency later adds a client who did not join in the replay, or extends the
 * client's rights, the client is a member with these rights.
 *
 * Decisions that count can take the manager role from an account before its change of email is undone. Undoing the
 * change could then restore members and emails that the account had chosen, although the account no longer decides
 * about the company. This is accepted for an account that the agency had added. For an account that had joined by an
 * invitation, the replay is limited: it removes the clients whom the account let in, and the rights that the account
 * granted. It does not restore members and rights that the account or these clients removed, and keeps the emails that
 * they set.
 *
 * An account that had joined by an invitation, and left the company while its email was changed, becomes a member again
 * without rights and role, because the managers could not remove it after it had left. The managers and the agency can
 * grant rights and role again.
 */
export function replayCompanies(windows: readonly Window[], entries: readonly Entry[]): Replay {
  const limited = new Set<Window>();
  for (;;) {
    const { lost, ...replay } = replayOnce(windows, entries, limited);
    if (lost.length === 0) return replay;
    for (const window of lost) limited.add(window);
  }
}

function replayOnce(
  windows: readonly Window[],
  entries: readonly Entry[],
  limited: ReadonlySet<Window>,
): Replay & { lost: Window[] } {
  const companies = new Map<number, Company>();
  const mergedInto = new Map<number, number>();
  const ignored = new Set<number>();
  const taken = new Set<number>();
  /** States of companies that the account had joined by an invitation when its email changed. */
  const invited = new Set<CompanySnapshot>();
  const lost: Window[] = [];

  function currentId(id: number): number {
    const into = mergedInto.get(id);
    return into === undefined ? id : currentId(into);
  }

  const windowsOf = (userId: string, { id }: Entry) =>
    windows.filter((one) => one.userId === userId && one.from < id && id <= one.to);

  const isVoid = (within: readonly Window[]) => within.some((one) => !limited.has(one));

  /** Returns the role with which an actor decides; undefined for an actor whose decisions do not count. */
  function decidingRole({ members, takers }: Company, entry: Entry): Role | undefined {
    if (entry.actorId === null) return agency;
    const role = members.get(entry.actorId);
    const within = windowsOf(entry.actorId, entry);
    if (isVoid(within)) return undefined;
    if (role?.isManager && within.length === 0) return role;
    if (!role?.isManager && !takers.has(entry.actorId)) return undefined;
    taken.add(entry.id);
    return taking;
  }

  /**
   * Returns the role of the manager who invited a client; undefined if the invitation does not count, so that the
   * client does not join.
   */
  function invitingRole(
    { members, takers }: Company,
    { after, ...entry }: Entry,
  ): Role | undefined {
    const { invitedById, invitedAt = '' } = after;
    if (entry.actorId === null || invitedById === undefined) return agency;
    const within = windowsOf(invitedById, { ...entry, after }).filter(
      ({ since }) => !(new Date(invitedAt) < since),
    );
    if (isVoid(within)) return undefined;
    const role = members.get(invitedById);
    if (role?.isManager && within.length === 0) return role;
    return role?.isManager || takers.has(invitedById) ? taking : undefined;
  }

  function join(company: Company | undefined, entry: Entry): boolean {
    const { clientId = '', invitedById = null, rights = [], isManager = false } = entry.after;
    // If the company is not replayed, every invitation to it counts.
    const inviter = company ? invitingRole(company, entry) : agency;
    if (inviter === taking) company?.takers.add(clientId);
    if (!inviter || inviter === taking) return false;
    for (const other of companies.values()) remove(other, clientId);
    if (!company) return true;
    put(company, clientId, {
      rights: rights.filter((right) => inviter.rights.includes(right)),
      isManager,
      acceptedAt: invitedById === null ? null : entry.createdAt.toISOString(),
      invitedById,
    });
    return true;
  }

  function leave(company: Company, entry: Entry): boolean {
    const { clientId = '', email } = entry.after;
    const counts =
      entry.actorId === clientId
        ? windowsOf(clientId, entry).length === 0
        : decidingRole(company, entry) !== undefined;
    const member = company.members.get(clientId);
    if (!counts && entry.actorId === clientId && member && member.invitedById !== null) {
      put(company, clientId, { ...member, rights: [], isManager: false });
      company.leavers.add(clientId);
    }
    if (!counts) return false;
    remove(company, clientId);
    if (email === '' && entry.before.email === company.email) company.email = '';
    return true;
  }

  /**
   * Applies only what a decision changed. Rights and roles that the decision left unchanged keep their state in the
   * replay.
   *
   * @returns false if the decision does not count
   */
  function changeRights(company: Company, { before, after, ...entry }: Entry): boolean {
    const { clientId = '', rights = [], isManager = false } = after;
    const decides = decidingRole(company, { before, after, ...entry });
    if (!decides) return false;
    const had = (right: CompanyRight) => before.rights?.includes(right) === true;
    const mayGive = (right: CompanyRight) => decides.rights.includes(right);
    const wasManager = before.isManager === true;
    const member = company.members.get(clientId);
    if (decides === taking && isManager) company.takers.add(clientId);
    if (!member) {
      const isExtended = (isManager && !wasManager) || rights.some((right) => !had(right));
      if (!isExtended || !decides.isManager) return true;
      const given = { rights: rights.filter(mayGive), isManager };
      put(company, clientId, { ...given, acceptedAt: null, invitedById: entry.actorId });
      return true;
    }
    // A decision that removes a right or a role also removes rights that exist only in the replay, because its author
    // could not see them.
    const isReduction =
      (wasManager && !isManager) || before.rights?.some((right) => !rights.includes(right));
    const keeps = (right: CompanyRight) =>
      rights.includes(right)
        ? member.rights.includes(right) || (!had(right) && mayGive(right))
        : !had(right) && !isReduction && member.rights.includes(right);
    put(company, clientId, {
      ...member,
      rights: companyRights.filter(keeps),
      isManager: isManager
        ? member.isManager || (!wasManager && decides.isManager)
        : !wasManager && !isReduction && member.isManager,
    });
    return true;
  }

  function update(company: Company, entry: Entry): boolean {
    const { actorId, before, after } = entry;
    const member = actorId === null ? agency : company.members.get(actorId);
    const decides = decidingRole(company, entry);
    const mayRedirect = decides === taking || member?.rights.includes('invoices') === true;
    const counts =
      actorId !== null && after.followsAccount
        ? member !== undefined &&
          before.email === company.email &&
          !isVoid(windowsOf(actorId, entry))
        : decides !== undefined && (after.email === undefined || mayRedirect);
    if (!counts || after.email === undefined) return counts;
    // An empty email removes only the email that was set at that time, such as the email of a member who lost a right.
    if (after.email === '' && before.email !== company.email) return true;
    company.email = after.email;
    company.former.clear();
    return true;
  }

  /** Moves the members whom the merged company has in the replay. Members of the remaining company do not change. */
  function merge({ before: { id = 0 }, after: { people = [], snapshot }, companyId }: Entry): void {
    const from = companies.get(id);
    const into = companies.get(companyId);
    mergedInto.set(id, companyId);
    companies.delete(id);
    if (!snapshot || (!from && !into)) return;
    const isMoved = ({ id: clientId }: MemberSnapshot) => people.includes(clientId);
    const target = into ?? companyOf(snapshot, (member) => !isMoved(member));
    const moved = from ?? companyOf(snapshot, isMoved);
    for (const [clientId, member] of moved.members) put(target, clientId, member);
    for (const clientId of moved.takers) target.takers.add(clientId);
    for (const clientId of moved.leavers) target.leavers.add(clientId);
    companies.set(companyId, target);
  }

  /**
   * Changes a company's email for invoices together with the email of the member to whom it belongs, even if this email
   * was replaced in the meantime by a decision that does not count.
   */
  function follow({ before, after: { clientId = '', email }, ...entry }: Entry): void {
    if (!email || isVoid(windowsOf(clientId, { ...entry, before, after: {} }))) return;
    for (const company of companies.values()) {
      if (company.members.has(clientId) && company.email === before.email) company.email = email;
    }
  }

  function apply(entry: Entry): boolean {
    if (entry.action === 'user.email_changed') follow(entry);
    if (entry.action === 'company.merged') merge(entry);
    const company = companies.get(entry.companyId);
    if (entry.action === 'company.joined') return join(company, entry);
    if (!company) return true;
    if (entry.action === 'company.left') return leave(company, entry);
    if (entry.action === 'company.rights_changed') return changeRights(company, entry);
    if (entry.action === 'company.updated') return update(company, entry);
    return decidingRole(company, entry) !== undefined;
  }

  const memberOf = ({ companyId }: CompanySnapshot, userId: string): Member | undefined =>
    companies.get(currentId(companyId))?.members.get(userId);

  function begin({ userId }: Window, snapshot: CompanySnapshot): void {
    const id = currentId(snapshot.companyId);
    if (!companies.has(id)) companies.set(id, companyOf(snapshot));
    const member = memberOf(snapshot, userId);
    if (member && member.invitedById !== null) invited.add(snapshot);
  }

  /** Returns whether others removed the role of an invited manager before the change was undone. */
  const hasLostRole = ({ userId, companies: snapshots }: Window): boolean =>
    snapshots.some(
      (one) =>
        invited.has(one) &&
        !memberOf(one, userId)?.isManager &&
        !companies.get(currentId(one.companyId))?.leavers.has(userId),
    );

  // If several steps belong to the same entry, applies the entry itself first.
  const steps = [
    ...entries.map((entry) => ({
      at: entry.id,
      run: () => {
        if (!apply(entry)) ignored.add(entry.id);
      },
    })),
    ...windows.flatMap((window) =>
      window.companies.map((snapshot) => ({
        at: snapshot.logId,
        run: () => begin(window, snapshot),
      })),
    ),
    ...windows.map((window) => ({
      at: window.to,
      run: () => {
        if (!limited.has(window) && hasLostRole(window)) lost.push(window);
      },
    })),
  ].sort((a, b) => a.at - b.at);
  for (const { run } of steps) run();
  return { companies, currentId, ignored, taken, lost };
}

function put(company: Company, clientId: string, member: Member): void {
  company.members.set(clientId, member);
  company.former.delete(clientId);
  company.leavers.delete(clientId);
}

function remove(company: Company, clientId: string): void {
  if (company.members.delete(clientId)) company.former.add(clientId);
  company.leavers.delete(clientId);
}

function companyOf(
  { email, members }: CompanySnapshot,
  isIncluded: (member: MemberSnapshot) => boolean = () => true,
): Company {
  const included = members.filter(isIncluded).map(({ id, ...member }) => [id, member] as const);
  const [former, takers, leavers] = [new Set<string>(), new Set<string>(), new Set<string>()];
  return { email, members: new Map(included), former, takers, leavers };
}
