import { Button, Group, Text } from '@mantine/core';

import { Notice } from '~/web/admin/ui/notice';
import { deleted } from '~/web/admin/ui/notices';
import { toast } from '~/web/ui/toast-store';
import type { UnsavedInputState } from './use-unsaved-input';

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** Discards unsaved input, and shows a toast that offers Undo. */
export const discardInput = (unsaved: Pick<UnsavedInputState, 'discard'>) =>
  toast(deleted('Changes discarded', unsaved.discard()));

/** Notice that unsaved input was restored, or can be restored. */
export function UnsavedNotice({ unsaved }: { unsaved: UnsavedInputState }) {
  const { found } = unsaved;
  if (!found) return null;
  const when = time.format(new Date(found.at));
  return (
    <Notice
      tone={found.isRestored ? 'info' : 'wait'}
      title={found.isRestored ? 'Unsaved changes restored' : 'Unsaved changes found'}
    >
      <Text fz="sm" mb="sm">
        {found.isRestored
          ? `From ${when}, not saved yet.`
          : `From ${when}, not saved. Others have changed the same fields since. Yours would replace their changes.`}
      </Text>
      <Group gap="xs">
        {!found.isRestored && (
          <Button size="xs" onClick={unsaved.use}>
            Use my changes
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => discardInput(unsaved)}>
          Discard
        </Button>
      </Group>
    </Notice>
  );
}
