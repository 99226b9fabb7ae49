import { getRouteApi } from '@tanstack/react-router';

import { useResult } from '~/web/lib/use-result';
import { Invitation } from './invitation';
import { ItemGallery } from './item-gallery';
import { ItemHero } from './item-hero';
import { ItemMaking } from './item-making';
import { ItemNeighbours } from './item-neighbours';
import { ItemWords } from './item-words';
import styles from './page-item.module.css';

const route = getRouteApi('/portfolio/$slug');

export function PageItem() {
  const { api } = route.useRouteContext();
  const { slug } = route.useParams();
  const item = useResult(api.portfolio.get.queryOptions({ slug }));
  const chapters = [
    { title: 'Problem', text: item.problem },
    { title: 'What we did', text: item.approach },
    { title: 'Result', text: item.result },
  ].filter((chapter) => chapter.text.trim());

  return (
    <>
      <article>
        <ItemHero item={item} />
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
          <ItemWords slug={slug} />
          <ItemMaking item={item} />
        </div>
        <ItemGallery item={item} />
      </article>
      <ItemNeighbours slug={slug} />
      <Invitation />
    </>
  );
}
