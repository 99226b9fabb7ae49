import { useRouter } from '@tanstack/react-router';

import { homeTexts } from '~/contract/built-in-pages/home-texts';
import { useResult } from '~/web/lib/use-result';
import { useIsShown, useTexts } from '~/web/shell/settings';
import { FeaturedList } from './featured-list';
import { WorkGrid } from './work-grid';

export function FeaturedWork() {
  const { api } = useRouter().options.context;
  const items = useResult(api.portfolio.featuredCards.queryOptions());
  const texts = useTexts('home', homeTexts);
  const hasWork = useIsShown('portfolio');
  if (items.length === 0 || !hasWork) return null;
  return (
    <FeaturedList id="work-title" title={texts.workTitle} to="/portfolio" linkText={texts.workLink}>
      <WorkGrid items={items} />
    </FeaturedList>
  );
}
