import { Link } from '@tanstack/react-router';

import type { Testimonial } from '~/contract/testimonials/testimonials-schema';
import styles from './testimonial-quote.module.css';

/** Shows a testimonial with its author. */
export function TestimonialQuote(props: {
  said: Pick<Testimonial, 'words' | 'name' | 'role' | 'company' | 'work'>;
  isLarge?: boolean;
  /** True to link to the portfolio item that the testimonial is about. */
  leadsToWork?: boolean;
}) {
  const { said, isLarge = false, leadsToWork = false } = props;
  const { words, name, role, company, work } = said;
  const who = [role, company].filter(Boolean).join(', ');
  return (
    <figure className={styles.figure} data-large={isLarge || undefined}>
      <blockquote className={styles.words}>
        {words.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </blockquote>
      <figcaption className={styles.who}>
        <b>{name}</b>
        {who && <span>{who}</span>}
        {leadsToWork && work && (
          <Link to="/portfolio/$slug" params={{ slug: work.slug }} className={styles.work}>
            {work.title}
          </Link>
        )}
      </figcaption>
    </figure>
  );
}
