import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

import type { Preview } from '~/contract/settings/settings-form-schema';

type Change = Preview['change'];

const Shown = createContext<Change>(undefined);
const Show = createContext<((key: string, change: Change) => void) | undefined>(undefined);

/** Around forms and the preview of what is typed into the last of them. */
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

/** What the forms beside the preview hold that is not saved. */
export function usePreviewChange(): Change {
  return useContext(Shown);
}

/** For a form: shows its change in the preview beside it, if there is one; undefined for what is saved. */
export function useShowInPreview(key: string, change: Change): void {
  const show = useContext(Show);
  const text = JSON.stringify(change);
  useEffect(() => {
    show?.(key, text === undefined ? undefined : (JSON.parse(text) as Change));
  }, [key, text, show]);
}
