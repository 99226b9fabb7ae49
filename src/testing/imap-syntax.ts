/** What a command is made of: atoms and strings, and lists of them. */
export type Token = string | Token[];

/** Splits a command into its parts; a literal stands in it as `{length}`, a line break and its bytes. */
export function tokensOf(command: string): Token[] {
  let at = 0;

  function quoted(): string {
    let text = '';
    for (at += 1; at < command.length && command[at] !== '"'; at += 1) {
      if (command[at] === '\\') at += 1;
      text += command[at];
    }
    at += 1;
    return text;
  }

  function literal(): string | undefined {
    const [whole, length] = /^\{(\d+)\+?\}\r\n/.exec(command.slice(at)) ?? [];
    if (!whole) return undefined;
    const from = at + whole.length;
    at = from + Number(length);
    return command.slice(from, at);
  }

  function atom(): string {
    const from = at;
    let isInSection = false;
    for (; at < command.length; at += 1) {
      const character = command[at] ?? '';
      if (character === '[') isInSection = true;
      if (character === ']') isInSection = false;
      if (!isInSection && ' ()'.includes(character)) break;
    }
    return command.slice(from, at);
  }

  function list(): Token[] {
    const tokens: Token[] = [];
    while (at < command.length) {
      const character = command[at];
      if (character === ' ') at += 1;
      else if (character === ')') break;
      else if (character === '(') {
        at += 1;
        tokens.push(list());
        at += 1;
      } else if (character === '"') tokens.push(quoted());
      else tokens.push(literal() ?? atom());
    }
    return tokens;
  }

  return list();
}

/** A test of numbers for a set such as `1:3,7:*`; `*` is the greatest that there is. */
export function inSet(set: string, greatest: number): (number: number) => boolean {
  const ranges = set.split(',').map((part) => {
    const ends = part.split(':').map((end) => (end === '*' ? greatest : Number(end)));
    return [Math.min(...ends), Math.max(...ends)] as const;
  });
  return (number) => ranges.some(([from, to]) => number >= from && number <= to);
}
