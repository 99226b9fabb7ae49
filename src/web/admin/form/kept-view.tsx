import { createContext, type ReactNode, useContext, useRef } from 'react';

const KeptView = createContext<Map<string, unknown>>(new Map());

/**
 * Wraps a form that is remounted once its record has been saved, so that its open parts stay open.
 */
export function KeepView({ children }: { children: ReactNode }) {
  const kept = useRef(new Map<string, unknown>());
  return <KeptView value={kept.current}>{children}</KeptView>;
}

/** Returns the value stored under a name, and a function that stores it. */
export function useKeptView<Value>(name: string): [Value | undefined, (value: Value) => void] {
  const kept = useContext(KeptView);
  const keep = (value: Value) => {
    kept.set(name, value);
  };
  return [kept.get(name) as Value | undefined, keep];
}
