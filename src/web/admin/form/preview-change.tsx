import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

import type { Preview } from '~/contract/settings/settings-form-schema';

type Change = Preview['change'];

const Shown = createContext<Change>(undefined);
const Show = createContext<((key: string, change: Change) => void) | undefined>(undefined);

/** Wraps forms and the preview that shows the unsaved input of the form that was edited last. */
export function PreviewChangeProvider({ children }: { children: ReactNode }) {
  const [typed, setTyped] = useState<{ key: string; change: Change }>();
  const show = useCallback(
    (key: string, change: Change) =>
      setTyped((before) => (change || before?.key === key ? { key, change } : before)),
    [],
  );
  return (
    <Show value={show}>
      <Shown value={typed?.change}>{children}</Shown>
    </Show>
  );
}

/** Returns the unsaved input of the forms beside the preview. */
export function usePreviewChange(): Change {
  return useContext(Shown);
}

/**
 * Shows the input of a form in the preview beside it, if there is a preview. If `change` is
 * undefined, the preview shows the saved state.
 */
export function useShowInPreview(key: string, change: Change): void {
  const show = useContext(Show);
  const text = JSON.stringify(change);
  useEffect(() => {
    show?.(key, text === undefined ? undefined : (JSON.parse(text) as Change));
  }, [key, text, show]);
}
