import { useProtected } from '~/web/shell/use-protected';
import { PageOwnProposal } from './page-own-proposal';
import { PageProposals } from './page-proposals';
import { ProposalsPending } from './proposals-pending';

/** Screen for signed-in users. Others are redirected to sign-in. */

export function ScreenProposals() {
  return useProtected() ? <PageProposals /> : <ProposalsPending />;
}

export function ScreenOwnProposal() {
  return useProtected() ? <PageOwnProposal /> : <ProposalsPending />;
}
