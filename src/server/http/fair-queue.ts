import { type Caller, Counts } from './caller';

export interface Queued {
  readonly caller: Caller;
  readonly isWrite: boolean;
  readonly since: number;
}

interface Network<T> {
  /** Places that its requests hold. */
  places: number;
  /** When its last request began, counted in requests; 0 for none since it was last heard of. */
  lastBegan: number;
  /** The oldest is first. */
  readonly writes: T[];
  readonly reads: T[];
}

/** What a network without a name waits by; it has no bound of its own: all visitors may come through it. */
const unnamed = '';

/**
 * Requests that wait, and who holds the places that they wait for. The next place goes to the network that holds the fewest, of these to
 * the one whose last turn is longest ago; within a network writes go first, which hold what a person has typed.
 *
 * A network may hold as many as are free: alone the half, and each of several so many that one more finds room at once.
 */
export class FairQueue<T extends Queued> {
  private readonly networks = new Map<string, Network<T>>();
  private readonly placesOfSession = new Counts();
  private readonly waitsOfSession = new Counts();
  private begun = 0;
  private waiting = 0;
  private held = 0;

  /** @param sessionShare of the places and of those that wait, what one session may take */
  constructor(private readonly sessionShare: number) {}

  get size(): number {
    return this.waiting;
  }

  get places(): number {
    return this.held;
  }

  /** Whether there is a place for the caller. @param room how many there are */
  mayTake({ network, session }: Caller, room: number): boolean {
    const own = this.networks.get(network ?? unnamed)?.places ?? 0;
    return (
      this.isWithin(network, own, room - this.held) &&
      this.placesOfSession.of(session) < this.shareOf(room)
    );
  }

  /** Whether the caller may wait. @param room for so many in all */
  mayWait({ network, session }: Caller, room: number): boolean {
    const known = this.networks.get(network ?? unnamed);
    const own = known ? known.writes.length + known.reads.length : 0;
    return (
      this.isWithin(network, own, room - this.waiting) &&
      this.waitsOfSession.of(session) < this.shareOf(room)
    );
  }

  take({ network, session }: Caller): void {
    const one = this.networkOf(network);
    this.begun += 1;
    this.held += 1;
    one.places += 1;
    one.lastBegan = this.begun;
    this.placesOfSession.add(session, 1);
  }

  giveBack({ network, session }: Caller): void {
    this.held -= 1;
    this.networkOf(network).places -= 1;
    this.placesOfSession.add(session, -1);
    this.forgetIdle(network);
  }

  add(one: T): void {
    const { writes, reads } = this.networkOf(one.caller.network);
    (one.isWrite ? writes : reads).push(one);
    this.waitsOfSession.add(one.caller.session, 1);
    this.waiting += 1;
  }

  remove(one: T): void {
    const { writes, reads } = this.networkOf(one.caller.network);
    const queue = one.isWrite ? writes : reads;
    queue.splice(queue.indexOf(one), 1);
    this.waitsOfSession.add(one.caller.session, -1);
    this.waiting -= 1;
    this.forgetIdle(one.caller.network);
  }

  /** The next for which there is a place. */
  next(room: number): T | undefined {
    let best: T | undefined;
    let bestOf: Network<T> | undefined;
    for (const one of this.networks.values()) {
      if (bestOf && !(one.places < bestOf.places || isBefore(one, bestOf))) continue;
      const found = this.firstOf(one, room);
      if (!found) continue;
      const isAsGood = bestOf?.places === one.places && bestOf.lastBegan === one.lastBegan;
      if (isAsGood && best && !goesFirst(found, best)) continue;
      best = found;
      bestOf = one;
    }
    return best;
  }

  /** Those that have waited since before a time, a few at most. */
  olderThan(time: number, max: number): T[] {
    const old: T[] = [];
    for (const { writes, reads } of this.networks.values()) {
      for (const queue of [writes, reads]) {
        for (const one of queue) {
          if (one.since >= time || old.length >= max) break;
          old.push(one);
        }
      }
    }
    return old;
  }

  private firstOf({ writes, reads }: Network<T>, room: number): T | undefined {
    // One whose session holds its share waits, and lets those behind it pass.
    const mayTake = ({ caller }: T) => this.mayTake(caller, room);
    return writes.find(mayTake) ?? reads.find(mayTake);
  }

  private isWithin(network: string | undefined, own: number, free: number): boolean {
    return free > 0 && (network === undefined || own === 0 || own < free);
  }

  /** Always one. */
  private shareOf(room: number): number {
    return Math.max(1, Math.floor(room * this.sessionShare));
  }

  private networkOf(name = unnamed): Network<T> {
    const known = this.networks.get(name);
    if (known) return known;
    const made: Network<T> = { places: 0, lastBegan: 0, writes: [], reads: [] };
    this.networks.set(name, made);
    return made;
  }

  private forgetIdle(name = unnamed): void {
    const one = this.networks.get(name);
    if (one?.places === 0 && one.writes.length === 0 && one.reads.length === 0)
      this.networks.delete(name);
  }
}

const isBefore = (one: Network<unknown>, other: Network<unknown>): boolean =>
  one.places === other.places && one.lastBegan <= other.lastBegan;

const goesFirst = (one: Queued, other: Queued): boolean =>
  one.isWrite === other.isWrite ? one.since < other.since : one.isWrite;
