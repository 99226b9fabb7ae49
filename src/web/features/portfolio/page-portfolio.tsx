import { getRouteApi } from '@tanstack/react-router';

import { featuredPortfolioLimit } from '~/contract/portfolio/portfolio';
import { useResult } from '~/web/lib/use-result';
import { Invitation } from './invitation';
import { ItemRow } from './item-row';
import styles from './page-portfolio.module.css';
import { PortfolioEmpty } from './portfolio-empty';
import { PortfolioHead } from './portfolio-head';

const route = getRouteApi('/portfolio/');

export function PagePortfolio() {
  const { api } = route.useRouteContext();
  const items = useResult(api.portfolio.cards.queryOptions());
  const featured = items.filter((item) => item.featured).slice(0, featuredPortfolioLimit);
  const others = items.filter((item) => !featured.includes(item));

  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <PortfolioHead isEmpty={items.length === 0} />
        {items.length === 0 && <PortfolioEmpty />}
        {featured.length > 0 && (
          <ul className={styles.featured} aria-label="Featured work">
            {featured.map((item) => (
              <ItemRow key={item.id} item={item} titleAs="h2" isLarge />
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <section className={styles.others} aria-labelledby="others-title">
            <h2 id="others-title">{featured.length > 0 ? 'More work' : 'All work'}</h2>
            <ul className={styles.list}>
              {others.map((item) => (
                <ItemRow key={item.id} item={item} titleAs="h3" />
              ))}
            </ul>
          </section>
        )}
      </div>
      {items.length > 0 && <Invitation />}
    </>
  );
}
