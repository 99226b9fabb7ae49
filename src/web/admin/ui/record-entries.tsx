import { Button, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { StatusBadge } from '~/web/ui/status-badge';
import './record-page.css';

/** A line of a short list: usually a link, with a note below it. */
export interface RecordEntry {
  key: string | number;
  title: ReactNode;
  note?: ReactNode;
  status?: string;
}

/** Short list of related records. Shows the first ones, and all of them on request. Renders nothing if there are none. */
export function RecordEntries(props: { title: string; entries: RecordEntry[]; max?: number }) {
  const { title, entries, max = 5 } = props;
  const [isLong, setLong] = useState(false);
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <ul className="record-entries">
        {entries.slice(0, isLong ? undefined : max).map(({ key, title: name, note, status }) => (
          <li key={key}>
            <div>
              <div>{name}</div>
              {note && (
                <Text component="div" c="dimmed" fz="xs">
                  {note}
                </Text>
              )}
            </div>
            {status && <StatusBadge status={status} />}
          </li>
        ))}
      </ul>
      {entries.length > max && !isLong && (
        <Button variant="subtle" size="compact-sm" ml={-8} mt={4} onClick={() => setLong(true)}>
          Show all {entries.length}
        </Button>
      )}
    </section>
  );
}
