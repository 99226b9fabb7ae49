import { getRouteApi } from '@tanstack/react-router';

import { featuredPortfolioLimit } from '~/contract/portfolio/portfolio';
import { useResult } from '~/web/lib/use-result';
import { CardPiece } from './card-item';
import { FeaturedPiece } from './featured-item';
import { Invitation } from './invitation';
import styles from './page-portfolio.module.css';
import { PortfolioEmpty } from './portfolio-empty';
import { PortfolioHead } from './portfolio-head';

const route = getRouteApi('/portfolio/');

export function PagePortfolio() {
  const { api } = route.useRouteContext();
  const pieces = useResult(api.portfolio.cards.queryOptions());
  const featured = pieces.filter((piece) => piece.featured).slice(0, featuredPortfolioLimit);
  const others = pieces.filter((piece) => !featured.includes(piece));

  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <PortfolioHead isEmpty={pieces.length === 0} />
        {pieces.length === 0 && <PortfolioEmpty />}
        {featured.length > 0 && (
          <ul className={styles.featured} aria-label="Featured work">
            {featured.map((piece) => (
              <FeaturedPiece key={piece.id} piece={piece} />
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <section className={styles.others} aria-labelledby="others-title">
            <h2 id="others-title">{featured.length > 0 ? 'More work' : 'All work'}</h2>
            <ul className={styles.grid}>
              {others.map((piece) => (
                <CardPiece key={piece.id} piece={piece} />
              ))}
            </ul>
          </section>
        )}
      </div>
      {pieces.length > 0 && <Invitation />}
    </>
  );
}
