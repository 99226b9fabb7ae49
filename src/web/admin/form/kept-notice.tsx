import { Button, Group, Text } from '@mantine/core';

import { Notice } from '~/web/admin/ui/notice';
import { deleted } from '~/web/admin/ui/notices';
import { toast } from '~/web/ui/toast-store';
import type { KeptTypingState } from './use-kept-typing';

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** Says that what was typed earlier is back in the form, or can be. */
export function KeptNotice({ typing }: { typing: KeptTypingState }) {
  const { found } = typing;
  if (!found) return null;
  const discard = () => toast(deleted('Draft discarded', typing.discard()));
  const when = time.format(new Date(found.at));
  return (
    <Notice
      tone={found.isBack ? 'info' : 'wait'}
      title={found.isBack ? 'Draft restored' : 'Unsaved draft found'}
    >
      <Text fz="sm" mb="sm">
        {found.isBack
          ? `From ${when}, not saved yet.`
          : `From ${when}, not saved. This record changed since then; using your draft replaces what you see.`}
      </Text>
      <Group gap="xs">
        {!found.isBack && (
          <Button size="xs" onClick={typing.take}>
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
