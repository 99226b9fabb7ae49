import { Button, Menu } from '@mantine/core';

import { isOpenProposal } from '~/contract/proposals/proposals';
import type { AdminProposal } from '~/contract/proposals/proposals-schema';
import { useCan } from '~/web/admin/shell/use-can';
import {
  IconArrowBackUp,
  IconBookmark,
  IconChevronDown,
  IconCopy,
  IconLinkOff,
  IconTrash,
} from '~/web/ui/icons';
import { useProposalActions } from './use-proposal-actions';

/** What is done with a proposal less often than editing and sending it. */
export function ProposalMenu(props: {
  proposal: AdminProposal;
  onChanged(): void;
  onSaveTemplate(): void;
}) {
  const { id, status } = props.proposal;
  const may = useCan()('proposals.write');
  const actions = useProposalActions(props.onChanged);
  if (!may) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => actions.duplicate.mutate({ id })}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={props.onSaveTemplate}
        >
          Save as a template…
        </Menu.Item>
        {isOpenProposal(status) && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => actions.withdraw.mutate({ id })}
          >
            Withdraw
          </Menu.Item>
        )}
        {status !== 'draft' && (
          <Menu.Item
            leftSection={<IconLinkOff size={16} aria-hidden />}
            onClick={() => actions.revokeLink.mutate({ id })}
          >
            Revoke the link
          </Menu.Item>
        )}
        {status === 'draft' && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => actions.remove.mutate({ id })}
          >
            Delete the draft
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
