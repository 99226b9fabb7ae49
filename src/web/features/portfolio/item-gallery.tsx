import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { Picture } from '~/web/ui/picture';
import styles from './item-gallery.module.css';

/** Shows all pictures except the first one, which is the cover. */
export function ItemGallery({ item }: { item: PortfolioItem }) {
  const pictures = [...new Set(item.images)].slice(1);
  if (pictures.length === 0) return null;
  return (
    <section className={`wrap ${styles.section}`} aria-labelledby="pictures-title">
      <h2 id="pictures-title" className="visually-hidden">
        Pictures
      </h2>
      <ul className={styles.grid}>
        {pictures.map((picture, index) => (
          <li key={picture}>
            <a href={picture}>
              <Picture
                url={picture}
                alt={`${item.title}, view ${index + 2}`}
                sizes="(min-width: 48rem) 38rem, 92vw"
                fallbackSize={{ width: 960, height: 600 }}
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
