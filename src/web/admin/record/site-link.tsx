import { ActionIcon } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';

/** To the page on which visitors see it, in a tab of its own. */
export function SiteLink({ path, name }: { path: string; name: string }) {
  return (
    <ActionIcon
      component="a"
      href={path}
      target="_blank"
      rel="noopener"
      variant="subtle"
      color="gray"
      aria-label={`Open ${name} on the site`}
    >
      <IconExternalLink size={18} aria-hidden />
    </ActionIcon>
  );
}
