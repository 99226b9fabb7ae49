import { Menu, Text } from '@mantine/core';
import { useState } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import { isOpenProposal } from '~/contract/proposals/proposals';
import type { AdminProposal } from '~/contract/proposals/proposals-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useCan } from '~/web/admin/shell/use-can';
import { MoreMenu } from '~/web/admin/ui/more-menu';
import { IconArrowBackUp, IconBookmark, IconCopy, IconLinkOff, IconTrash } from '~/web/ui/icons';
import { useProposalActions } from './use-proposal-actions';

/** Menu of less frequent actions for a proposal. */
export function ProposalMenu(props: {
  proposal: AdminProposal;
  onChanged(): void;
  onSaveTemplate(): void;
}) {
  const { id, status, number, client, totals, currency } = props.proposal;
  const [isWithdrawing, setWithdrawing] = useState(false);
  const may = useCan()('proposals.write');
  const actions = useProposalActions(props.onChanged);
  if (!may) return null;
  return (
    <>
      <MoreMenu>
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
          Save as template…
        </Menu.Item>
        {isOpenProposal(status) && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => setWithdrawing(true)}
          >
            Withdraw…
          </Menu.Item>
        )}
        {status !== 'draft' && (
          <Menu.Item
            leftSection={<IconLinkOff size={16} aria-hidden />}
            onClick={() => actions.revokeLink.mutate({ id })}
          >
            Revoke link
          </Menu.Item>
        )}
        {status === 'draft' && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => actions.remove.mutate({ id })}
          >
            Delete draft
          </Menu.Item>
        )}
      </MoreMenu>
      {isWithdrawing && (
        <ActionDialog
          title="Withdraw this proposal?"
          submitLabel="Withdraw"
          isDangerous
          input={() => ({ id })}
          mutation={{ mutationFn: actions.withdraw.mutateAsync }}
          onClose={() => setWithdrawing(false)}
        >
          <Text fz="sm">
            <strong>
              {number}, {formatAmount(totals.total, currency)}, to {client.company || client.name}
            </strong>
            . Its page will say that you withdrew it. The client is not emailed. This can’t be
            undone, but you can send a duplicate.
          </Text>
        </ActionDialog>
      )}
    </>
  );
}
