import type { BlockProps } from '~/blocks/block-props';
import { BlockSection } from '~/blocks/block-section';
import { TestimonialQuote } from '~/web/content/testimonials/testimonial-quote';
import { useIsShown } from '~/web/shell/settings';
import styles from './view.module.css';

export function TestimonialsView({ block }: BlockProps<'testimonials'>) {
  const { title, testimonials } = block;
  const hasWork = useIsShown('portfolio');
  const isSingle = testimonials.length === 1;
  return (
    <BlockSection title={title}>
      <ul className={`wrap ${styles.list}`} data-single={isSingle || undefined}>
        {testimonials.map((said) => (
          <li key={said.id}>
            <TestimonialQuote said={said} isLarge={isSingle} leadsToWork={hasWork} />
          </li>
        ))}
      </ul>
    </BlockSection>
  );
}
