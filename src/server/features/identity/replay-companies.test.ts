import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type CompanyRight, companyRights } from '~/contract/companies/companies';
import type { CompanySnapshot, MemberSnapshot } from '~/server/platform/db/schema/identity';
import { type Entry, replayCompanies, startOf, type Window } from './replay-companies';

type Member = Omit<MemberSnapshot, 'id'>;
interface State {
  email: string;
  members: Map<string, Member>;
}

const role = (rights: readonly CompanyRight[], isManager = false): Member => ({
  ...{ rights: [...rights], isManager },
  ...{ acceptedAt: null, invitedById: null },
});

const everything = role(companyRights, true);
const roles = [role([]), role(['requests']), role(['invoices'], true), everything];

/** Managers of the company, whose accounts are sometimes stolen. */
const owners = ['V', 'M'];
/** Members, clients whom honest managers invited, and clients whom thieves invited. */
const others = ['K', 'X', 'N', 's', 't'];
const puppets = ['X', 's', 't'];

const copyOf = ({ email, members }: State): State => ({ email, members: new Map(members) });

const shown = ({ email, members }: State) => ({
  email,
  members: [...members]
    .map(([id, { rights, isManager }]) => `${id}${isManager ? '*' : ''} ${[...rights].sort()}`)
    .sort(),
});

/** Plays actions in a company, and at the same time only the honest ones in a second copy of it. */
class Story {
  /** Accounts whose email is changed at times. */
  changers = [...owners, ...puppets];
  companyId = 1;
  actual: State;
  honest: State;
  entries: Entry[] = [];
  windows: Window[] = [];
  open = new Map<string, Window>();
  logId = 0;
  /** Members of another company. */
  elsewhere = new Set<string>();

  constructor() {
    const members = new Map<string, Member>([
      ...owners.map((id) => [id, everything] as const),
      ['K', role(['requests'])],
      ['X', role([])],
    ]);
    this.actual = { email: 'real', members };
    this.honest = copyOf(this.actual);
  }

  snapshot(): CompanySnapshot {
    const members = [...this.actual.members].map(([id, member]) => ({ id, ...member }));
    const { companyId, logId } = this;
    return { companyId, logId, email: this.actual.email, members };
  }

  record(actorId: string, action: string, before: object, after: object): void {
    this.logId += 1;
    const { logId: id, companyId } = this;
    this.entries.push({
      ...{ id, companyId, before, after, createdAt: new Date(id) },
      action: `company.${action}`,
      actorId: actorId === 'agency' ? null : actorId,
    });
  }

  isHonest(who: string): boolean {
    if (who === 'agency') return true;
    return !this.open.has(who) && this.honest.members.get(who)?.isManager === true;
  }

  /** Returns whether the actor can act, and whether the action of an honest actor is possible in both copies. */
  may(who: string): boolean {
    if (who === 'agency') return true;
    const actual = this.actual.members.get(who);
    if (!actual?.isManager) return false;
    if (!this.isHonest(who)) return this.open.has(who) || puppets.includes(who);
    return `${actual.rights}` === `${this.honest.members.get(who)?.rights}`;
  }

  take(who: string, whom: string): void {
    const { rights = [], isManager } = this.actual.members.get(whom) ?? {};
    this.actual.members.delete(whom);
    if (this.isHonest(who) || (who === whom && !this.open.has(who)))
      this.honest.members.delete(whom);
    this.record(who, 'left', { rights, isManager }, { clientId: whom });
  }

  run(verb: string, who: string, whom: string, given: Member): void {
    const member = this.actual.members.get(whom);
    if (whom === 'D' && this.companyId === 1) return;
    if (verb === 'change') this.change(whom);
    else if (verb === 'restore') this.restore(whom);
    else if (verb === 'merge') this.merge();
    else if (verb === 'move') this.move(whom);
    else if (verb === 'leave' && member && (whom === 'K' || this.open.has(whom)))
      this.take(whom, whom);
    else if (!this.may(who)) return;
    else if (verb === 'remove' && member && who !== whom) this.take(who, whom);
    else if (verb === 'mail') this.mail(who, whom);
    else if (verb === 'join' && !member) this.join(who, whom, given);
    else if (verb === 'role' && member && who !== whom) this.setRole(who, whom, given, member);
  }

  mail(who: string, email: string): void {
    const rights = who === 'agency' ? companyRights : this.actual.members.get(who)?.rights;
    if (!rights?.includes('invoices') || email === this.actual.email) return;
    this.record(who, 'updated', { email: this.actual.email }, { email });
    this.actual.email = email;
    if (this.isHonest(who)) this.honest.email = email;
  }

  join(who: string, whom: string, { isManager }: Member): void {
    // Nobody accepts an invitation in the days after a change of email, and honest managers do not promote a client whom a
    // thief invited.
    if (this.elsewhere.has(whom) || (this.open.has(whom) && who !== 'agency')) return;
    const isPuppet = puppets.includes(whom) && this.isHonest(who);
    if (isPuppet && who !== 'agency') return;
    // A manager who joined through an invitation cannot undo every kind of action.
    if (owners.includes(whom) && this.isHonest(who) && who !== 'agency') return;
    const rights = this.actual.members.get(who)?.rights ?? companyRights;
    const member = role(isPuppet ? [] : rights, isManager && !isPuppet);
    const at = new Date(this.logId + 1);
    const accepted = { invitedById: who, invitedAt: at.toISOString() };
    const added = who === 'agency' ? member : { ...member, acceptedAt: at.toISOString() };
    const { rights: given, isManager: manages } = added;
    const joined = { ...added, invitedById: who === 'agency' ? null : who };
    this.actual.members.set(whom, joined);
    if (this.isHonest(who)) this.honest.members.set(whom, joined);
    const after = { clientId: whom, rights: given, isManager: manages };
    if (who === 'agency') this.record(who, 'joined', {}, after);
    else this.record(whom, 'joined', {}, { ...after, ...accepted });
    this.addSnapshot(whom);
  }

  addSnapshot(whom: string): void {
    const open = this.open.get(whom);
    if (open) this.open.set(whom, { ...open, companies: [...open.companies, this.snapshot()] });
  }

  /** The agency adds someone without a company to another company, or removes them from it. */
  move(whom: string): void {
    if (this.elsewhere.delete(whom) || this.actual.members.has(whom)) return;
    this.elsewhere.add(whom);
    this.honest.members.delete(whom);
    this.record('agency', 'joined', {}, { clientId: whom });
    this.entries.push({ ...(this.entries.pop() as Entry), companyId: 9 });
  }

  setRole(who: string, whom: string, given: Member, member: Member): void {
    const { rights, isManager } = given;
    if (`${rights} ${isManager}` === `${member.rights} ${member.isManager}`) return;
    const own = this.actual.members.get(who)?.rights ?? companyRights;
    if (rights.some((right) => !member.rights.includes(right) && !own.includes(right))) return;
    if (this.isHonest(who)) {
      const known = this.honest.members.get(whom);
      if (!known) return;
      if (rights.some((right) => !known.rights.includes(right) && !own.includes(right))) return;
    }
    this.actual.members.set(whom, { ...member, rights, isManager });
    const known = this.isHonest(who) && this.honest.members.get(whom);
    if (known) {
      // Each actor decides from the state that they see.
      const isReduction =
        (member.isManager && !isManager) || member.rights.some((right) => !rights.includes(right));
      const keeps = (right: CompanyRight) =>
        rights.includes(right) === member.rights.includes(right) &&
        (rights.includes(right) || !isReduction)
          ? known.rights.includes(right)
          : rights.includes(right);
      this.honest.members.set(whom, {
        ...known,
        rights: companyRights.filter(keeps),
        isManager:
          isManager === member.isManager && (isManager || !isReduction)
            ? known.isManager
            : isManager,
      });
    }
    const before = { rights: member.rights, isManager: member.isManager };
    this.record(who, 'rights_changed', before, { clientId: whom, rights, isManager });
  }

  change(who: string): void {
    const known = this.open.get(who);
    const isMember = this.actual.members.has(who);
    if (known || !this.changers.includes(who)) return;
    const companies = isMember ? [this.snapshot()] : [];
    const since = new Date(this.logId + 0.5);
    this.open.set(who, { userId: who, since, from: this.logId, to: Infinity, companies });
    // Adds an audit log entry for the change of email.
    this.logId += 1;
  }

  restore(who: string): void {
    const open = this.open.get(who);
    if (!open) return;
    this.open.delete(who);
    const window = { ...open, to: this.logId };
    this.windows.push(window);
    this.logId += 1;
    const start = startOf(this.windows, window.from);
    const { companies } = replayCompanies(
      this.windows.filter(({ from }) => from >= start),
      this.entries.filter(({ id }) => id > start),
    );
    const target = companies.get(this.companyId);
    // Without a company of the account, there is nothing to restore.
    if (!target || window.companies.length === 0) return;
    this.actual = copyOf(target);
    for (const id of this.elsewhere) this.actual.members.delete(id);
    for (const id of target.members.keys()) this.addSnapshot(id);
  }

  merge(): void {
    if (this.companyId !== 1) return;
    const people = [...this.actual.members.keys()];
    for (const state of [this.actual, this.honest]) {
      state.email = 'merged';
      state.members.set('D', role(['requests']));
    }
    this.companyId = 2;
    const snapshot = { ...this.snapshot(), logId: this.logId + 1 };
    this.record('agency', 'merged', { id: 1 }, { into: 2, people, snapshot });
  }
}

const step = fc.record({
  verb: fc.constantFrom(
    ...['change', 'change', 'restore', 'join', 'join', 'role', 'role', 'remove', 'remove'],
    ...['mail', 'leave', 'merge', 'move'],
  ),
  who: fc.constantFrom('agency', ...owners, ...owners, ...puppets),
  whom: fc.constantFrom(...owners, ...others, 'D'),
  given: fc.constantFrom(...roles),
});

/**
 * Managers who joined through invitations, act together, and change emails themselves, in a company in which nobody else
 * but the agency decides.
 */
const insiders = ['N', 's', 't'];

class Insiders extends Story {
  override changers = [...insiders, 'g'];
  /** Insiders whose role was last removed by the agency. */
  demoted = new Set<string>();

  constructor() {
    super();
    for (const id of insiders) this.invite('M', id, everything);
  }

  override isHonest(): boolean {
    return false;
  }

  override may(who: string): boolean {
    return who === 'agency' || this.actual.members.get(who)?.isManager === true;
  }

  override join(who: string, whom: string, { isManager }: Member): void {
    if (who === 'agency' || this.open.has(whom)) return;
    this.invite(who, whom, role(this.actual.members.get(who)?.rights ?? [], isManager));
  }

  invite(who: string, whom: string, { rights, isManager }: Member): void {
    const at = new Date(this.logId + 1).toISOString();
    this.actual.members.set(whom, { rights, isManager, acceptedAt: at, invitedById: who });
    const invitation = { invitedById: who, invitedAt: at };
    this.record(whom, 'joined', {}, { clientId: whom, rights, isManager, ...invitation });
    this.addSnapshot(whom);
  }

  decide(verb: string, who: string, whom: string, given: Member): void {
    const manages = () => this.actual.members.get(whom)?.isManager === true;
    const did = manages();
    this.run(verb, who, whom, given);
    if (did && !manages() && who === 'agency' && verb !== 'leave') this.demoted.add(whom);
    else if (manages() || verb === 'leave') this.demoted.delete(whom);
  }

  /** Restores an email. @returns what others have gained, if the agency had removed the account's role */
  gainsBy(whom: string): string[] {
    const isChecked =
      this.demoted.has(whom) && !this.actual.members.get(whom)?.isManager && this.open.has(whom);
    const { email, members } = copyOf(this.actual);
    this.restore(whom);
    if (!isChecked) return [];
    const gains = [...this.actual.members].flatMap(([id, { rights, isManager }]) => {
      const then = members.get(id);
      const isMore =
        !then || (isManager && !then.isManager) || rights.some((one) => !then.rights.includes(one));
      return isMore && id !== whom ? [id] : [];
    });
    return this.actual.email === email ? gains : [...gains, this.actual.email];
  }
}

type Act = Pick<Entry, 'action' | 'actorId' | 'after'> & Partial<Entry>;

/** Replays entries after a change of V's email, in a company with the managers V and M, and K. */
const replay = (...entries: Act[]) => replayAs(everything, ...entries);

function replayAs(v: Member, ...entries: Act[]) {
  const state = companyAfter(v, entries);
  return state && shown(state);
}

function companyAfter(v: Member, entries: readonly Act[]) {
  const members = [
    { id: 'V', ...v },
    { id: 'M', ...role(['requests'], true) },
    { id: 'K', ...role([]) },
  ];
  const snapshot = { companyId: 1, logId: 1, email: 'real', members };
  const change = { userId: 'V', since: new Date(1), from: 1, to: 99, companies: [snapshot] };
  const mergedAt = entries.findIndex(({ action }) => action === 'company.merged');
  const all = entries.map((entry, index) => ({
    ...{ id: index + 2, before: {}, createdAt: new Date(2) },
    companyId: mergedAt >= 0 && index >= mergedAt ? 2 : 1,
    ...entry,
  }));
  const { companies, currentId } = replayCompanies([change], all);
  return companies.get(currentId(1));
}

const rightsOf = (clientId: string, { rights, isManager }: Member) => ({
  ...{ clientId, rights, isManager },
});

describe('decisions that a restore keeps', () => {
  it('set a billing email that follows an account only if the email before it is kept as well', () => {
    const after = { email: 'new', followsAccount: true };
    const follow = { action: 'company.updated', actorId: 'K', after };
    expect(replay({ ...follow, before: { email: 'real' } })?.email).toBe('new');
    expect(replay({ ...follow, before: { email: 'evil' } })?.email).toBe('real');
    expect(replay({ ...follow, actorId: 'V', before: { email: 'real' } })?.email).toBe('real');
  });

  it('include an email change of the account whose email was the billing email before a thief replaced it', () => {
    const after = { email: 'new' };
    const change = { action: 'user.email_changed', before: { email: 'real' }, after };
    const evil = { action: 'company.updated', actorId: 'V', after: { email: 'evil' } };
    const emailAfter = (clientId: string) =>
      replay(evil, { ...change, actorId: clientId, after: { ...after, clientId } })?.email;
    expect(['K', 'V', 'stranger'].map(emailAfter)).toEqual(['new', 'real', 'real']);
  });
});

const roleAct = (actorId: string | null, id: string, before: Member, after: Member): Act => ({
  ...{ action: 'company.rights_changed', actorId },
  ...{ before: rightsOf(id, before), after: rightsOf(id, after) },
});
const removal = (actorId: string | null, clientId: string): Act => ({
  ...{ action: 'company.left', actorId, after: { clientId } },
});
const mail = (actorId: string | null, email: string): Act => ({
  ...{ action: 'company.updated', actorId, after: { email } },
});
/** N accepts the invitation of V, sent before or after V's change. */
const guest = (invitedAt: Date): Act => ({
  ...{ action: 'company.joined', actorId: 'N' },
  after: { ...rightsOf('N', everything), invitedById: 'V', invitedAt: invitedAt.toISOString() },
});
const [before, since] = [new Date(0), new Date(2)];
const merger: Act = {
  ...{ action: 'company.merged', actorId: null, companyId: 2, before: { id: 1 } },
  after: {
    people: ['V', 'M', 'K', 'N'],
    snapshot: { companyId: 2, logId: 1, email: 'real', members: [] },
  },
};
const invited = { ...everything, invitedById: 'M' };

describe('a member invited by a stolen account', () => {
  it('stays if the invitation was sent before the theft', () => {
    expect(replay(guest(before))?.members).toContain('N* invoices,requests');
    expect(replay(guest(since))?.members).toHaveLength(3);
  });

  it('stays if the agency has added rights, but not if it has only removed some', () => {
    const some = role(['requests']);
    const added = roleAct(null, 'N', role([]), some);
    expect(replay(guest(since), added)?.members).toContain('N requests');
    expect(replay(guest(since), roleAct(null, 'N', everything, some))?.members).toHaveLength(3);
  });
});

it('removing a member empties the billing email if it is that member’s email', () => {
  const left = { ...removal(null, 'K'), before: { email: 'own' } };
  const ending = { ...left, after: { clientId: 'K', email: '' } };
  expect(replay(mail(null, 'own'), ending)?.email).toBe('');
  expect(replay(ending)?.email).toBe('real');
});

it('a decision to empty the billing email counts if the decision that set this email counts', () => {
  const emptied = (email: string) => ({ ...mail(null, ''), before: { email } });
  expect(replay(emptied('real'))?.email).toBe('');
  expect(replay(mail('V', 'evil'), emptied('evil'))?.email).toBe('real');
});

it('the company’s state includes members who have left since the billing email was set', () => {
  const state = (...acts: Act[]) => [...(companyAfter(everything, acts)?.former ?? [])];
  expect(state(removal(null, 'K'))).toEqual(['K']);
  expect(state(removal(null, 'K'), mail(null, 'new'))).toEqual([]);
});

describe('a stolen account that had joined by invitation and then left', () => {
  const gone = removal('V', 'V');

  it.each([
    ['', []],
    [', also after a merge', [merger]],
  ])('is a member again without rights and role, and its other actions are undone%s', (_, acts) => {
    const story = [mail('V', 'evil'), removal('V', 'K'), gone, ...acts];
    expect(replayAs(invited, ...story)).toEqual({
      email: 'real',
      members: ['K ', 'M* requests', 'V '],
    });
    expect(replay(...story)?.members).toContain('V* invoices,requests');
  });

  it('keeps the role that others have given it since then', () => {
    const given = roleAct(null, 'V', role([]), role(['requests']));
    expect(replayAs(invited, gone, given)?.members).toContain('V requests');
  });
});

describe('undoing the actions of an invited account that others have demoted', () => {
  const demotion = roleAct(null, 'V', everything, role([]));
  const replayed = (...acts: Act[]) => replayAs(invited, ...acts, demotion);

  it('restores no member and no billing email', () => {
    const acts = [mail('V', 'evil'), removal('V', 'K')];
    expect(replayed(...acts)).toEqual({ email: 'evil', members: ['M* requests', 'V '] });
    expect(replay(...acts, demotion)?.members).toContain('K ');
  });

  it.each([
    ['', []],
    [', also after a merge', [merger]],
  ])(
    'removes members whom the account invited, but does not restore members whom they removed%s',
    (_, acts) => {
      expect(replayed(guest(since), ...acts, removal('N', 'K'))?.members).toEqual([
        'M* requests',
        'V ',
      ]);
    },
  );

  it('demotes members whom the account promoted, but does not restore members whom they removed', () => {
    const promotion = roleAct('V', 'K', role([]), everything);
    expect(replayed(promotion, removal('K', 'M'))?.members).toEqual(['K ', 'V ']);
  });
});

describe('restores of stolen accounts', () => {
  it('keep the decisions of honest people, in any order', () => {
    const order = fc.shuffledSubarray([...owners, ...puppets], { minLength: 5 });
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), order, (steps, last) => {
        const story = new Story();
        for (const { verb, who, whom, given } of steps) story.run(verb, who, whom, given);
        for (const who of last) story.restore(who);
        expect(shown(story.actual)).toEqual(shown(story.honest));
      }),
      { numRuns: 2000 },
    );
  });

  it('do not undo changes of managers whom the agency has demoted', () => {
    const act = fc.record({
      verb: fc.constantFrom('change', 'restore', 'join', 'role', 'role', 'remove', 'mail', 'leave'),
      who: fc.constantFrom('agency', 'agency', ...insiders, ...insiders),
      whom: fc.constantFrom(...insiders, ...insiders, 'K', 'X', 'g'),
      given: fc.constantFrom(...roles),
    });
    fc.assert(
      fc.property(fc.array(act, { minLength: 5, maxLength: 40 }), (acts) => {
        const story = new Insiders();
        for (const { verb, who, whom, given } of acts) {
          if (verb === 'restore') expect(story.gainsBy(whom)).toEqual([]);
          else story.decide(verb, who, whom, given);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
