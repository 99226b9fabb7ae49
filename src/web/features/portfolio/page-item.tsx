import { getRouteApi } from '@tanstack/react-router';

import { useResult } from '~/web/lib/use-result';
import { Invitation } from './invitation';
import { PieceGallery } from './item-gallery';
import { PieceHero } from './item-hero';
import { PieceMaking } from './item-making';
import { PieceNeighbours } from './item-neighbours';
import styles from './page-item.module.css';

const route = getRouteApi('/portfolio/$slug');

export function PagePiece() {
  const { api } = route.useRouteContext();
  const { slug } = route.useParams();
  const piece = useResult(api.portfolio.get.queryOptions({ slug }));
  const chapters = [
    { title: 'Problem', text: piece.problem },
    { title: 'What we did', text: piece.approach },
    { title: 'Result', text: piece.result },
  ].filter((chapter) => chapter.text.trim());

  return (
    <>
      <article>
        <PieceHero piece={piece} />
        <div className={`wrap ${styles.story}`}>
          {chapters.map((chapter) => (
            <section key={chapter.title} className={styles.chapter}>
              <h2 className={styles.heading}>{chapter.title}</h2>
              <div className={styles.prose}>
                {chapter.text
                  .trim()
                  .split(/\n\s*\n/)
                  .map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
              </div>
            </section>
          ))}
          <PieceMaking piece={piece} />
        </div>
        <PieceGallery piece={piece} />
      </article>
      <PieceNeighbours slug={slug} />
      <Invitation />
    </>
  );
}
