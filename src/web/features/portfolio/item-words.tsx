import { useRouter } from '@tanstack/react-router';

import { TestimonialQuote } from '~/web/content/testimonials/testimonial-quote';
import { useResult } from '~/web/lib/use-result';
import styles from './page-item.module.css';

/**
 * Shows the testimonial about this portfolio item. Renders nothing if there is no published
 * testimonial.
 */
export function ItemWords({ slug }: { slug: string }) {
  const { api } = useRouter().options.context;
  const said = useResult(api.testimonials.ofWork.queryOptions({ slug }));
  if (!said) return null;
  return (
    <section className={styles.chapter} aria-labelledby="words-title">
      <h2 id="words-title" className={styles.heading}>
        In their words
      </h2>
      <TestimonialQuote said={said} isLarge />
    </section>
  );
}
