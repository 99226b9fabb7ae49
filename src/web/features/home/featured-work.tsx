import { Link, useRouter } from '@tanstack/react-router';

import { homeTexts } from '~/contract/pages/home-texts';
import { useResult } from '~/web/lib/use-result';
import { useHasPage, useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './featured-work.module.css';
import { WorkGrid } from './work-grid';

export function FeaturedWork() {
  const { api } = useRouter().options.context;
  const items = useResult(api.portfolio.featuredCards.queryOptions());
  const texts = useTexts('home', homeTexts);
  const hasWork = useHasPage('portfolio');
  if (items.length === 0 || !hasWork) return null;
  return (
    <section className={styles.section} aria-labelledby="work-title">
      <div className="wrap">
        <div className={styles.head}>
          <h2 id="work-title">{texts.workTitle}</h2>
          <Link to="/portfolio" className={buttonClass('outline')}>
            {texts.workLink}
          </Link>
        </div>
        <WorkGrid items={items} />
      </div>
    </section>
  );
}
