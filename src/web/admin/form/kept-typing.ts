/** What was typed into a form and not saved, in the browser: it outlives a reload, a closed tab and the session. */
export interface KeptTyping<Values> {
  values: Values;
  /** Of the record that it was typed on; empty for a new one. */
  version: string;
  /** When it was typed, as an ISO text. */
  at: string;
}

const prefix = 'typed:';
/** What has been left for so long is not missed. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

function parse<Values>(text: string | null): KeptTyping<Values> | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (typeof kept === 'object' && kept !== null && 'values' in kept && 'at' in kept)
      return kept as KeptTyping<Values>;
  } catch {
    // Another text stands there: nothing is kept.
  }
  return undefined;
}

const isOld = ({ at }: { at: string }) => !(Date.now() - Date.parse(at) < keptMs);

/** What is kept under a name; with it, what is too old is forgotten under any name. */
export function readTyping<Values>(name: string): KeptTyping<Values> | undefined {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue;
      const kept = parse(localStorage.getItem(key));
      if (!kept || isOld(kept)) localStorage.removeItem(key);
    }
    return parse<Values>(localStorage.getItem(prefix + name));
  } catch {
    // Storage is blocked: nothing is kept.
    return undefined;
  }
}

/** @returns whether it is kept: storage can be blocked, or full */
export function keepTyping<Values>(name: string, kept: KeptTyping<Values>): boolean {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(kept));
    return true;
  } catch {
    // The form still works; it asks before it is left, as others do.
    return false;
  }
}

export function forgetTyping(name: string): void {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // Storage is blocked: nothing is kept.
  }
}
