import { portfolioTexts } from '~/contract/built-in-pages/portfolio-texts';
import { useTexts } from '~/web/shell/settings';
import { PageHead } from '~/web/ui/page-head';

export function PortfolioHead({ isEmpty = false }: { isEmpty?: boolean }) {
  const { title, lead } = useTexts('portfolio', portfolioTexts);
  return <PageHead title={title} lead={isEmpty ? undefined : lead} />;
}
