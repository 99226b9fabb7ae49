import { Button, Group, Text } from '@mantine/core';

import { Notice } from '~/web/admin/ui/notice';
import { deleted } from '~/web/admin/ui/notices';
import { toast } from '~/web/ui/toast-store';
import type { UnsavedInputState } from './use-unsaved-input';

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** Notice that earlier input was restored, or can be. */
export function UnsavedNotice({ unsaved }: { unsaved: UnsavedInputState }) {
  const { found } = unsaved;
  if (!found) return null;
  const discard = () => toast(deleted('Draft discarded', unsaved.discard()));
  const when = time.format(new Date(found.at));
  return (
    <Notice
      tone={found.isRestored ? 'info' : 'wait'}
      title={found.isRestored ? 'Draft restored' : 'Unsaved draft found'}
    >
      <Text fz="sm" mb="sm">
        {found.isRestored
          ? `From ${when}, not saved yet.`
          : `From ${when}, not saved. Fields that it changes were changed by others since then; using it replaces what you see.`}
      </Text>
      <Group gap="xs">
        {!found.isRestored && (
          <Button size="xs" onClick={unsaved.use}>
            Use draft
          </Button>
        )}
        <Button size="xs" variant="default" onClick={discard}>
          Discard
        </Button>
      </Group>
    </Notice>
  );
}
