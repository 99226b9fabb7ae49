/** What a form keeps while it is not sent. */
export interface Draft {
  values: Record<string, string>;
  /** The key under which `sent` was tried. */
  key?: string;
  /** The values of the last attempt, to tell a repeat from a change. */
  sent?: string;
}

const prefix = 'draft:';

export function loadDraft(name: string): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'values' in stored) return stored as Draft;
  } catch {
    // A browser that keeps nothing, or something else's text: then there is no draft.
  }
  return { values: {} };
}

export function saveDraft(name: string, draft: Draft): Draft {
  try {
    if (Object.values(draft.values).some(Boolean)) {
      sessionStorage.setItem(prefix + name, JSON.stringify(draft));
    } else {
      sessionStorage.removeItem(prefix + name);
    }
  } catch {
    // The form still works where nothing can be kept.
  }
  return draft;
}
