/** Unsaved input of a form, stored in the browser, so that it survives a reload, a closed tab and the end of the session. */
export interface UnsavedInput<Values> {
  values: Values;
  /** Values that the form had before the input. */
  initial: Values;
  /** Time of typing, in ISO format. */
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

/** A part of a list that has a key while it is edited. The key is another one whenever the form is opened. */
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

/** Compares values except for the keys of rows. */
const isSameContent = (one: unknown, other: unknown) => {
  const content = (value: unknown) =>
    JSON.stringify(value, (_, part) => (isRow(part) ? { ...part, key: undefined } : part));
  return content(one) === content(other);
};

/**
 * Applies input to the present values of its form: fields that were typed replace them, all others follow. Rows of a list are
 * compared one by one.
 *
 * @param onConflict called for a field that was typed and has another present value as well
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
