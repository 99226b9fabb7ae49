import { PageHead } from '~/web/ui/page-head';

const lead =
  'Each of these began with something that did not work. You can read what it was, what we did about it, and what changed, in figures the client has checked.';

export function PortfolioHead({ isEmpty = false }: { isEmpty?: boolean }) {
  return <PageHead title="Work, and what came of it" lead={isEmpty ? undefined : lead} />;
}
