/** Answers of more bytes than these are large: copying them into the kernel holds up everything else. */
export const largeBytes = 64 * 1024;

/** How many large answers begin before other connections have their turn. */
const largePerTurn = 4;

/** Begins what it is given in order, a few in each turn of the event loop: what others sent meanwhile is answered between them. */
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
