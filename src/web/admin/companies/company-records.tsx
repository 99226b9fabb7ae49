import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AdminSection } from '~/contract/admin/sections';
import type { CompanyDetail } from '~/contract/companies/companies-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';

const kinds = [
  { key: 'invoices', title: 'Invoices', permission: 'invoices.read' },
  { key: 'proposals', title: 'Proposals', permission: 'proposals.read' },
  { key: 'requests', title: 'Requests', permission: 'requests.read' },
] as const satisfies { key: AdminSection; title: string; permission: string }[];

/** The newest invoices, proposals and requests of a company. */
export function CompanyRecords({ company }: { company: CompanyDetail }) {
  const can = useCan();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="lg">
      {kinds
        .filter(({ permission }) => can(permission))
        .map(({ key, title }) => (
          <Stack key={key} gap="xs">
            <Title order={3}>{title}</Title>
            {company[key].length === 0 && (
              <Text c="dimmed" fz="sm">
                None yet.
              </Text>
            )}
            {company[key].map((entry) => (
              <Group key={entry.id} justify="space-between" wrap="nowrap" align="flex-start">
                <div>
                  <Link to="/admin" search={{ section: key, open: entry.id }} className="row-link">
                    {entry.title}
                  </Link>
                  <Text c="dimmed" fz="xs">
                    <When at={entry.createdAt} />
                  </Text>
                </div>
                <StatusBadge status={entry.status} />
              </Group>
            ))}
          </Stack>
        ))}
    </SimpleGrid>
  );
}
