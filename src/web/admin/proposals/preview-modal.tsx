import { Modal } from '@mantine/core';
import { useState } from 'react';

import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import { ProposalDocument } from '~/web/documents/proposal-document';

/** The document itself, as it stands on the page of the private link; options can be tried. */
export function PreviewModal(props: {
  title: string;
  proposal: ShownProposal;
  chosen: readonly number[];
  onClose(): void;
}) {
  const [chosen, setChosen] = useState(props.chosen);
  const isDecided = props.chosen.length > 0 || props.proposal.status === 'accepted';
  return (
    <Modal
      opened
      fullScreen
      onClose={props.onClose}
      title={props.title}
      classNames={{ content: 'proposal-preview' }}
    >
      <div className="wrap">
        <ProposalDocument
          proposal={props.proposal}
          chosen={chosen}
          onChoose={
            isDecided
              ? undefined
              : (index, isChosen) =>
                  setChosen((before) =>
                    isChosen ? [...before, index] : before.filter((one) => one !== index),
                  )
          }
        />
      </div>
    </Modal>
  );
}
