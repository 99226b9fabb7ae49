import { useRouter } from '@tanstack/react-router';

import { TestimonialQuote } from '~/web/content/testimonials/testimonial-quote';
import { useResult } from '~/web/lib/use-result';
import { useIsShown } from '~/web/shell/settings';
import styles from './client-words.module.css';

/** Shows one complete testimonial. Renders nothing if there is no published testimonial. */
export function ClientWords() {
  const { api } = useRouter().options.context;
  const said = useResult(api.testimonials.first.queryOptions());
  const hasWork = useIsShown('portfolio');
  const isShown = useIsShown('clientWords');
  if (!said || !isShown) return null;
  return (
    <section className={styles.section} data-ground="dark" aria-labelledby="words-title">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="words-title" className={styles.title}>
          In a client’s words
        </h2>
        <TestimonialQuote said={said} isLarge leadsToWork={hasWork} />
      </div>
    </section>
  );
}
