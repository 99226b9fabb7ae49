/** Data of a form, stored in sessionStorage until it is sent. */
export interface Draft<Values = Record<string, string>> {
  values: Values;
  /** Idempotency key of the last attempt. */
  key?: string;
  /** Values of the last attempt, to distinguish a repeated attempt from a changed one. */
  sent?: string;
  /** True if the form was sent and emptied, and was not sent again since. */
  isSent?: true;
}

const prefix = 'draft:';

function read<Values>(name: string): Draft<Values> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'values' in stored)
      return stored as Draft<Values>;
  } catch {
    // Storage is blocked, or the entry is not valid JSON. In both cases, there is no draft.
  }
  return undefined;
}

export const loadDraft = (name: string): Draft => read(name) ?? { values: {} };

/** Saves a draft. Removes a draft without any value, unless its form was sent. */
export function saveDraft<Values extends object>(
  name: string,
  draft: Draft<Values>,
): Draft<Values> {
  try {
    if (draft.isSent || Object.values(draft.values).some(Boolean)) {
      sessionStorage.setItem(prefix + name, JSON.stringify(draft));
    } else {
      sessionStorage.removeItem(prefix + name);
    }
  } catch {
    // The form works without storage.
  }
  return draft;
}

export function dropDraft(name: string): void {
  saveDraft(name, { values: {} });
}

/** Loads and removes the values of a draft, if there is one. */
export function takeDraft<Values>(name: string): Values | undefined {
  const values = read<Values>(name)?.values;
  dropDraft(name);
  return values;
}
