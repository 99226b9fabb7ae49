import { Link, useRouter } from '@tanstack/react-router';

import type { PortfolioLink } from '~/contract/portfolio/portfolio-schema';
import { useResult } from '~/web/lib/use-result';
import { Cover } from '~/web/ui/cover';
import styles from './item-neighbours.module.css';

export function PieceNeighbours({ slug }: { slug: string }) {
  const { api } = useRouter().options.context;
  const data = useResult(api.portfolio.neighbours.queryOptions({ slug }));
  const { previous, next } = data;
  if (!next) return null;
  return (
    <nav className={`wrap ${styles.nav}`} aria-label="More projects">
      {previous && previous.slug !== next.slug && (
        <Neighbour piece={previous} label="Previous project" />
      )}
      <Neighbour piece={next} label="Next project" />
    </nav>
  );
}

function Neighbour({ piece, label }: { piece: PortfolioLink; label: string }) {
  return (
    <Link to="/portfolio/$slug" params={{ slug: piece.slug }} className={styles.neighbour}>
      <Cover seed={piece.slug} imageUrl={piece.images[0]} className={styles.cover} />
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.name}>{piece.title}</span>
        <span className={styles.label}>{piece.client_name}</span>
      </span>
    </Link>
  );
}
