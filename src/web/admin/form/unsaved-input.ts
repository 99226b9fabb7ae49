/** Unsaved input of a form, stored in the browser, so that it survives a reload, a closed tab and the end of the session. */
export interface UnsavedInput<Values> {
  values: Values;
  /** Version of the record that was open when the values were typed. */
  version: string;
  /** Time of typing, in ISO format. */
  at: string;
}

const prefix = 'typed:';
/** Age in milliseconds after which unsaved input is deleted. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

function parse<Values>(text: string | null): UnsavedInput<Values> | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'values' in stored && 'at' in stored)
      return stored as UnsavedInput<Values>;
  } catch {
    // Another program may have written the entry, so it is ignored.
  }
  return undefined;
}

const isOld = ({ at }: { at: string }) => !(Date.now() - Date.parse(at) < maxAgeMs);

/** Returns the input that is stored with a name. Deletes expired input with any name. */
export function readInput<Values>(name: string): UnsavedInput<Values> | undefined {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue;
      const stored = parse(localStorage.getItem(key));
      if (!stored || isOld(stored)) localStorage.removeItem(key);
    }
    return parse<Values>(localStorage.getItem(prefix + name));
  } catch {
    // The browser blocks storage.
    return undefined;
  }
}

/** Stores the input of a form. @returns whether it was stored: storage can be blocked, or full */
export function storeInput<Values>(name: string, input: Omit<UnsavedInput<Values>, 'at'>): boolean {
  try {
    const stored: UnsavedInput<Values> = { ...input, at: new Date().toISOString() };
    localStorage.setItem(prefix + name, JSON.stringify(stored));
    return true;
  } catch {
    // The form still works, but asks for a confirmation before it is left.
    return false;
  }
}

export function deleteInput(name: string): void {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // The browser blocks storage.
  }
}
