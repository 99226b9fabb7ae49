import type { ReactNode } from 'react';

/** List of labels with values. Labels without a value are omitted. */
export function Facts({ facts }: { facts: [label: string, value: ReactNode][] }) {
  const shown = facts.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return (
    <dl className="facts">
      {shown.map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
