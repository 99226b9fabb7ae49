import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { type AdminSection, adminSections, sectionsOf } from '~/contract/admin/sections';
import { forbiddenMessageOf } from '~/contract/identity/permissions';
import { useViewer } from '~/web/shell/settings';
import { SectionHead } from './section-head';

/** Shown at the URL of a section for which the admin has no permission. */
export function SectionForbidden({ section }: { section: AdminSection }) {
  const role = useViewer()?.role;
  const [first] = sectionsOf(role);
  return (
    <>
      <SectionHead
        title={adminSections[section].title}
        note="Your role has no access to this section."
      />
      <Stack gap="md" align="flex-start">
        <Text>{forbiddenMessageOf({ role }, adminSections[section].permission)}</Text>
        <Text c="dimmed" fz="sm">
          An owner can change your role in Admins.
        </Text>
        {first && (
          <Button
            renderRoot={(props) => <Link {...props} to="/admin" search={{ section: first }} />}
          >
            Go to {adminSections[first].title}
          </Button>
        )}
      </Stack>
    </>
  );
}
