import type { IncomingMessage } from 'node:http';

import type { Caller } from './caller';

/** Bytes that all bodies which have not arrived yet may hold in memory, and those of one network. */
export const bodyMemory = { max: 32 * 1024 * 1024, perNetwork: 8 * 1024 * 1024 };

/** What is held of a body at first; it doubles as the body grows. */
const firstBytes = 4 * 1024;
/** The same where no length was announced. */
const leastBytes = 512;

interface Unfinished {
  /** Forgets what has arrived, and answers that the server is too busy. */
  drop(): void;
}

/** What one network holds; the oldest body is first. */
interface Holding {
  bytes: number;
  readonly bodies: Set<Unfinished>;
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Receives bodies, which the HTTP adapter then finds in `rawBody`: a sender that takes its time holds a connection, and none of the
 * places of those that are answered. Where the bodies of a network come to too much, its oldest is turned away; where all of them do,
 * the oldest of the network that holds the most.
 */
export function createBodyReceiver(limits: typeof bodyMemory = bodyMemory) {
  const holdings = new Map<string | undefined, Holding>();
  let held = 0;

  function holdingOf(network: string | undefined): Holding {
    const known = holdings.get(network);
    if (known) return known;
    const made = { bytes: 0, bodies: new Set<Unfinished>() };
    holdings.set(network, made);
    return made;
  }

  function makeRoom(network: string | undefined, own: Holding): void {
    // A program on this machine may be a proxy, through which all visitors come.
    while (network !== undefined && own.bytes > limits.perNetwork) dropOldest(own);
    while (held > limits.max) {
      let heaviest = own;
      for (const one of holdings.values()) if (one.bytes > heaviest.bytes) heaviest = one;
      dropOldest(heaviest);
    }
  }

  function dropOldest({ bodies }: Holding): void {
    for (const body of bodies) {
      body.drop();
      return;
    }
  }

  /**
   * @param maxBytes as long as a body is read: a longer one goes on at once, to be refused by its size
   * @param next is called once the body has arrived
   * @param refuse is called instead where there is no room for it
   */
  return (
    request: IncomingMessage,
    { network }: Caller,
    maxBytes: number,
    next: () => void,
    refuse: () => void,
  ): void => {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (!hasBody(request) || announced > maxBytes) {
      next();
      return;
    }
    const holding = holdingOf(network);
    let content = Buffer.alloc(0);
    let bytes = 0;
    let isDropped = false;
    const grow = (capacity: number) => {
      const larger = Buffer.allocUnsafeSlow(capacity);
      content.copy(larger, 0, 0, bytes);
      holding.bytes += capacity - content.length;
      held += capacity - content.length;
      content = larger;
      makeRoom(network, holding);
    };
    const release = () => {
      request.off('data', take).off('end', done).off('close', release);
      if (!holding.bodies.delete(body)) return;
      holding.bytes -= content.length;
      held -= content.length;
      if (holding.bodies.size === 0) holdings.delete(network);
    };
    const body: Unfinished = {
      drop() {
        isDropped = true;
        release();
        refuse();
      },
    };
    const done = () => {
      release();
      Object.assign(request, { rawBody: content.subarray(0, bytes) });
      next();
    };
    const take = (piece: Buffer) => {
      const all = bytes + piece.length;
      if (all > maxBytes) {
        // A chunked body names no length. The path has its own bound, at which it refuses the rest.
        release();
        request.pause();
        request.unshift(Buffer.concat([content.subarray(0, bytes), piece]));
        next();
        return;
      }
      if (all > content.length) {
        const wanted = Math.max(
          all,
          content.length * 2,
          Math.min(announced || leastBytes, firstBytes),
        );
        grow(Math.min(maxBytes, wanted));
        if (isDropped) return;
      }
      piece.copy(content, bytes);
      bytes = all;
    };
    holding.bodies.add(body);
    // Without an end, the connection was closed or timed out: there is nothing to answer.
    request.on('data', take).on('end', done).on('close', release);
  };
}
