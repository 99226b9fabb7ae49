import { Link, useRouter } from '@tanstack/react-router';

import { homeTexts } from '~/contract/pages/home-texts';
import { useResult } from '~/web/lib/use-result';
import { useHasPage, useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import { Picture } from '~/web/ui/picture';
import styles from './featured-work.module.css';

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
        <ul className={styles.grid}>
          {items.map((item) => (
            <li key={item.id} className={styles.item}>
              <div className={styles.cover}>
                {item.images[0] ? (
                  <Picture
                    url={item.images[0]}
                    sizes="(min-width: 60rem) 36rem, 92vw"
                    fallbackSize={{ width: 640, height: 400 }}
                  />
                ) : (
                  <FlightMark seed={item.slug} kind="cover" />
                )}
              </div>
              <div className={styles.text}>
                <div>
                  <p className={styles.client}>{item.client_name}</p>
                  <h3>{item.title}</h3>
                </div>
                {item.outcome && (
                  <p className={styles.outcome}>
                    <b>{item.outcome.value}</b> {item.outcome.label}
                  </p>
                )}
              </div>
              <Link
                to="/portfolio/$slug"
                params={{ slug: item.slug }}
                className={styles.more}
                aria-label={`View Project: ${item.title}`}
              >
                View Project
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
