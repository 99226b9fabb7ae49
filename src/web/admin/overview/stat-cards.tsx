import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AdminSearch } from '~/contract/admin/admin';

export interface Stat {
  label: string;
  /** Formatted figure; undefined while it is loading. */
  value: string | undefined;
  /** Link to the records that were counted; undefined without permission. */
  search: AdminSearch | undefined;
}

/** Figures, each with a link to its records. */
export function StatCards({ stats }: { stats: Stat[] }) {
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md">
      {stats.map(({ label, value, search }) => (
        <Paper
          key={label}
          withBorder
          p="md"
          className={search && 'stat-link'}
          {...(search && {
            renderRoot: (props: object) => <Link {...props} to="/admin" search={search} />,
          })}
        >
          <Text c="dimmed" fz="sm">
            {label}
          </Text>
          {value === undefined ? (
            <Skeleton height={34} mt={6} w="60%" />
          ) : (
            <Text className="stat">{value}</Text>
          )}
        </Paper>
      ))}
    </SimpleGrid>
  );
}
