/**
 * Unsaved input of a form. The browser stores it, so that it survives a reload, a closed tab and
 * the end of the session.
 */
export interface UnsavedInput<Values> {
  values: Values;
  /** Values of the form before the user typed anything. */
  initial: Values;
  /** Time of the last change, in ISO format. */
  at: string;
}

const prefix = 'typed:';
/** Age in milliseconds after which unsaved input is deleted. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

function parse<Values>(text: string | null): UnsavedInput<Values> | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'initial' in stored && 'at' in stored)
      return stored as UnsavedInput<Values>;
  } catch {
    // Ignores an entry that is not JSON, because another program may have written it.
  }
  return undefined;
}

const isOld = ({ at }: { at: string }) => !(Date.now() - Date.parse(at) < maxAgeMs);

/** Returns the input that is stored under a name. Also deletes all expired input. */
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

/** Stores the input of a form. @returns false if storage is blocked or full */
export function storeInput<Values>(name: string, input: Omit<UnsavedInput<Values>, 'at'>): boolean {
  try {
    const stored: UnsavedInput<Values> = { ...input, at: new Date().toISOString() };
    localStorage.setItem(prefix + name, JSON.stringify(stored));
    return true;
  } catch {
    // Storage is blocked or full. The form still works, but asks for a confirmation before it is
    // left.
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

/**
 * Row of a list, with a key that exists only while the form is open. Opening the form again creates
 * new keys.
 */
interface Row {
  key: string;
}

const isRow = (part: unknown): part is Row =>
  typeof part === 'object' && part !== null && typeof (part as Partial<Row>).key === 'string';

const isRows = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.every(isRow);

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Compares values, ignoring the keys of rows. */
const isSameContent = (one: unknown, other: unknown) => {
  const content = (value: unknown) =>
    JSON.stringify(value, (_, part) => (isRow(part) ? { ...part, key: undefined } : part));
  return content(one) === content(other);
};

/**
 * Merges unsaved input into the current values of its form. Typed fields keep the input; all other
 * fields get the current values. Rows of a list are merged one by one.
 *
 * @param onConflict called for a typed field whose stored value has also changed
 */
export function mergeInput<Value>(
  { initial, values }: { initial: unknown; values: unknown },
  now: Value,
  onConflict: () => void = () => {},
): Value {
  const merge = (before: unknown, typed: unknown, present: unknown): unknown => {
    if (typed === undefined || isSame(typed, before)) return present;
    if (isSameContent(present, before) || isSameContent(present, typed)) return typed;
    if (isRows(before) && isRows(typed) && isRows(present) && before.length === present.length) {
      return typed.map((row) => {
        const index = before.findIndex(({ key }) => key === row.key);
        const key = present[index]?.key;
        return key === undefined
          ? row
          : { ...(merge(before[index], row, present[index]) as Row), key };
      });
    }
    if (isFields(before) && isFields(typed) && isFields(present)) {
      const names = Object.keys({ ...present, ...typed }).filter((name) => name !== 'key');
      return Object.fromEntries(
        names.map((name) => [name, merge(before[name], typed[name], present[name])]),
      );
    }
    onConflict();
    return typed;
  };
  return merge(initial, values, now) as Value;
}
