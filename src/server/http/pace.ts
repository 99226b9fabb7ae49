/** Answers of this many bytes are large: while one is copied into the kernel, no other request is answered. */
export const largeBytes = 64 * 1024;

const largePerTurn = 4;

/**
 * Begins what it is given in order, a few in each turn of the event loop, so that what others have sent meanwhile is answered in between.
 *
 * @param perTurn how many begin in one turn
 */
export function createPace(perTurn = largePerTurn) {
  let waiting: (() => void)[] = [];
  function turn(): void {
    const now = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    if (waiting.length > 0) setImmediate(turn);
    for (const begin of now) begin();
  }
  return (begin: () => void): void => {
    waiting.push(begin);
    if (waiting.length === 1) setImmediate(turn);
  };
}
