import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { buttonClass } from '~/web/ui/button';
import styles from './page-item.module.css';

/** Shows the technologies of an item, and a link to the finished project. */
export function ItemMaking({ item }: { item: PortfolioItem }) {
  const liveUrl = item.liveUrl || item.project_url;
  const { technologies, githubUrl } = item;
  if (technologies.length === 0 && !liveUrl && !githubUrl) return null;
  return (
    <section className={styles.making}>
      <h2 className={styles.heading}>
        {technologies.length > 0 ? 'Made with' : 'See for yourself'}
      </h2>
      <div>
        {technologies.length > 0 && (
          <ul className={styles.tools}>
            {technologies.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
        {(liveUrl || githubUrl) && (
          <p className={styles.links}>
            {liveUrl && (
              <a href={liveUrl} rel="noopener" className={buttonClass()}>
                Visit the live site
              </a>
            )}
            {githubUrl && (
              <a href={githubUrl} rel="noopener" className={buttonClass('outline')}>
                Read the source code
              </a>
            )}
          </p>
        )}
      </div>
    </section>
  );
}
