import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';

/** Figures with what they count; a bar where one is still on its way. */
export function StatCards({ stats }: { stats: [label: string, value: string | undefined][] }) {
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md">
      {stats.map(([label, value]) => (
        <Paper key={label} withBorder p="md">
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
