import { useEffect, useRef, useState } from 'react';

import { useKeptView } from './kept-view';

/** Keys that identify the parts of a list when they move, and the parts that are open. */
export function usePartKeys<Part>(parts: readonly Part[], name: string) {
  const lastKey = useRef(0);
  const keys = useRef<number[]>([]);
  // Parts that were added elsewhere get new keys.
  while (keys.current.length < parts.length) keys.current.push(++lastKey.current);
  keys.current.length = parts.length;
  const [kept, keep] = useKeptView<number[]>(name);
  const [opened, setOpened] = useState<ReadonlySet<number>>(
    () => new Set(kept?.map((index) => keys.current[index] ?? 0)),
  );
  const rows = parts.map((part, index) => ({ key: keys.current[index] ?? 0, part }));
  useEffect(() => keep(rows.flatMap(({ key }, index) => (opened.has(key) ? [index] : []))));
  return {
    rows,
    isOpen: (key: number) => opened.has(key),
    newKey: () => ++lastKey.current,
    toggle: (key: number, isOpen: boolean) =>
      setOpened((before) => {
        const next = new Set(before);
        if (isOpen) next.add(key);
        else next.delete(key);
        return next;
      }),
    /** Sets the keys in their new order. Must be called before the parts are changed. */
    setKeys: (next: number[]) => {
      keys.current = next;
    },
  };
}

/** Returns the rows after one of them was moved. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** Returns whether a part has an error. @param errors by path, such as `blocks.2.title` */
export const hasErrorAt = (errors: Record<string, string>, path: string): boolean =>
  Object.keys(errors).some((one) => one === path || one.startsWith(`${path}.`));
