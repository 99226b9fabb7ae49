import { createContext, type ReactNode, useContext, useRef } from 'react';

const KeptView = createContext<Map<string, unknown>>(new Map());

/** Around a form that is drawn anew when its record was saved: what is open in it stays open. */
export function KeepView({ children }: { children: ReactNode }) {
  const kept = useRef(new Map<string, unknown>());
  return <KeptView value={kept.current}>{children}</KeptView>;
}

/** What was kept under a name, and a function that keeps it. */
export function useKeptView<Value>(name: string): [Value | undefined, (value: Value) => void] {
  const kept = useContext(KeptView);
  const keep = (value: Value) => {
    kept.set(name, value);
  };
  return [kept.get(name) as Value | undefined, keep];
}
