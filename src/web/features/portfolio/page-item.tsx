import { getRouteApi } from '@tanstack/react-router';

import { useResult } from '~/web/lib/use-result';
import { Invitation } from './invitation';
import { ItemExhibit } from './item-exhibit';
import { ItemFacts } from './item-facts';
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

  // The top of the page shows a picture, or else the first drawing. Each chapter shows one of the
  // other drawings below its text, and the last chapter shows all remaining ones.
  const drawn = item.images[0] ? item.exhibits : item.exhibits.slice(1);
  const beside = chapters.map((_, index) =>
    index < chapters.length - 1 ? drawn.slice(index, index + 1) : drawn.slice(index),
  );

  return (
    <>
      <article>
        <ItemHero item={item} />
        <div className={`wrap ${styles.story}`}>
          <ItemFacts item={item} />
          {chapters.map((chapter, index) => (
            <section key={chapter.title} className={styles.chapter}>
              <h2 className={styles.heading}>{chapter.title}</h2>
              <div>
                <div className={styles.prose}>
                  {chapter.text
                    .trim()
                    .split(/\n\s*\n/)
                    .map((paragraph) => (
                      <p key={paragraph}>{paragraph}</p>
                    ))}
                </div>
                {beside[index]?.map((exhibit) => (
                  <ItemExhibit key={JSON.stringify(exhibit)} exhibit={exhibit} />
                ))}
              </div>
            </section>
          ))}
          {chapters.length === 0 &&
            drawn.map((exhibit) => <ItemExhibit key={JSON.stringify(exhibit)} exhibit={exhibit} />)}
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
