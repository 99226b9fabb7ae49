import { Link, useRouter } from '@tanstack/react-router';

import type { PortfolioLink } from '~/contract/portfolio/portfolio-schema';
import { useResult } from '~/web/lib/use-result';
import { Cover } from '~/web/ui/cover';
import styles from './item-neighbours.module.css';

export function ItemNeighbours({ slug }: { slug: string }) {
  const { api } = useRouter().options.context;
  const data = useResult(api.portfolio.neighbours.queryOptions({ slug }));
  const { previous, next } = data;
  if (!next) return null;
  return (
    <nav className={`wrap ${styles.nav}`} aria-label="More projects">
      {previous && previous.slug !== next.slug && (
        <Neighbour item={previous} label="Previous project" />
      )}
      <Neighbour item={next} label="Next project" />
    </nav>
  );
}

function Neighbour({ item, label }: { item: PortfolioLink; label: string }) {
  return (
    <Link to="/portfolio/$slug" params={{ slug: item.slug }} className={styles.neighbour}>
      <Cover item={item} className={styles.cover} />
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.name}>{item.title}</span>
        <span className={styles.label}>{item.client_name}</span>
      </span>
    </Link>
  );
}
