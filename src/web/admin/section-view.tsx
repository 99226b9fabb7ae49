import { Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import { type AdminSection, adminSections } from '~/contract/admin/sections';
import { codeOf, importSection } from './section-code';
import { SectionTabs } from './shell/section-tabs';
import { useCan } from './shell/use-can';
import { SectionForbidden } from './ui/section-forbidden';

export function SectionView({ section }: { section: AdminSection }) {
  const can = useCan();
  const permission = adminSections[section].permission;
  if (!can(permission)) return <SectionForbidden section={section} />;
  return (
    <SectionTabs section={section}>
      <Shown key={section} section={section} />
    </SectionTabs>
  );
}

/**
 * Shows a section. If its code is already loaded, does not suspend, because a placeholder would
 * stay for at least 300 ms.
 */
function Shown({ section }: { section: AdminSection }) {
  const [Section] = useState(
    () =>
      codeOf(section)?.Section ??
      lazy(() => importSection(section).then((code) => ({ default: code.Section }))),
  );
  return (
    <Suspense
      fallback={
        <Stack gap="md" role="status" aria-label="Loading the section">
          <Skeleton height={40} w="40%" />
          <Skeleton height={320} />
        </Stack>
      }
    >
      <Section />
    </Suspense>
  );
}
