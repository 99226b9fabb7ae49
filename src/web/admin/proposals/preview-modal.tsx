import { useState } from 'react';

import { defaultSelection, selectItem } from '~/contract/documents/choices';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { ProposalDocument } from '~/web/documents/proposal-document';

/** Dialog that shows the document as on the page of its private link, where options can be selected. */
export function PreviewModal(props: {
  title: string;
  proposal: ShownProposal;
  /** Indexes of the chosen options of an accepted version. */
  chosen?: readonly number[] | undefined;
  onClose(): void;
}) {
  const { proposal } = props;
  const { items, status } = proposal;
  const [chosen, setChosen] = useState(props.chosen ?? defaultSelection(items));
  const isDecided = props.chosen !== undefined || status === 'accepted';
  return (
    <Dialog
      fullScreen
      onClose={props.onClose}
      title={props.title}
      classNames={{ content: 'proposal-preview' }}
    >
      <div className="wrap">
        <ProposalDocument
          proposal={proposal}
          chosen={chosen}
          onChoose={
            isDecided
              ? undefined
              : (index, isChosen) =>
                  setChosen((before) => selectItem(items, before, index, isChosen))
          }
        />
      </div>
    </Dialog>
  );
}
