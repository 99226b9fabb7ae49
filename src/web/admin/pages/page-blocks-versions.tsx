import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { Block } from '~/blocks/block-schemas';
import { blocksText } from '~/blocks/blocks-text';
import { type PageKey, pages } from '~/contract/pages/pages';
import { VersionList } from '~/web/admin/content/version-list';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useQuery } from '~/web/lib/queries';

/** What stood below a page before: to be compared, and taken into the form. */
export function PageBlocksVersions(props: {
  page: PageKey;
  /** The newest; 0 where nothing ever stood there. */
  version: number;
  onTaken(blocks: Block[]): void;
}) {
  const { page, version, onTaken } = props;
  const [isShown, setShown] = useState(false);
  if (version === 0) return null;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        Versions
      </Button>
      {isShown && <Versions page={page} version={version} onTaken={onTaken} />}
    </div>
  );
}

function Versions({ page, version, onTaken }: Parameters<typeof PageBlocksVersions>[0]) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.pageBlocks.versions.queryOptions({ page }, { gcTime: 0 }));
  return (
    <Loaded query={query}>
      {(versions) => (
        <VersionList
          versions={versions}
          newest={version}
          title={`Compare what stands below “${pages[page].label}”`}
          titleOf={() => pages[page].label}
          textOf={({ blocks }) => blocksText(blocks)}
          action="Take"
          onTake={({ blocks }) => onTaken(blocks)}
        />
      )}
    </Loaded>
  );
}
