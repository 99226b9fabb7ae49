import { Button, Tooltip } from '@mantine/core';

import { IconExternalLink } from '~/web/ui/icons';

/** Link to the public page, in a new tab. */
export function SiteLink({ path, name }: { path: string; name: string }) {
  return (
    <Tooltip label={`Opens ${path} in a new tab`}>
      <Button
        component="a"
        href={path}
        target="_blank"
        rel="noopener"
        size="xs"
        variant="default"
        leftSection={<IconExternalLink size={16} aria-hidden />}
        className="site-link"
        aria-label={`View on site: ${name}`}
      >
        View on site
      </Button>
    </Tooltip>
  );
}
