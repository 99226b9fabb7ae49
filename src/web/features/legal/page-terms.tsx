import { Link } from '@tanstack/react-router';

import type { LegalSection } from '~/contract/legal/legal';
import { buttonClass } from '~/web/ui/button';
import { Blocks } from './blocks';
import styles from './legal.module.css';
import { LegalHead } from './legal-head';
import termsStyles from './page-terms.module.css';
import { useLegalText } from './use-legal-text';

/** The first sections are cards, those after them are about single services, the last is on refunds. */
const cardCount = 6;
const serviceTermsCount = 3;

export function PageTerms() {
  const text = useLegalText('terms');
  const cards = text.sections.slice(0, cardCount);
  const services = text.sections.slice(cardCount, cardCount + serviceTermsCount);
  const rest = text.sections.slice(cardCount + serviceTermsCount);
  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <LegalHead text={text} />
        <div className={termsStyles.cards}>
          {cards.map((section) => (
            <Part key={section.id} section={section} className={termsStyles.card} />
          ))}
        </div>
        <section className={termsStyles.services} aria-labelledby="service-terms-title">
          <h2 id="service-terms-title">Service by service</h2>
          <div className={termsStyles.columns}>
            {services.map((section) => (
              <Part key={section.id} section={section} titleAs="h3" />
            ))}
          </div>
        </section>
      </div>
      {rest.map((section) => (
        <div key={section.id} className={termsStyles.refunds}>
          <div className={`wrap ${termsStyles.refundsGrid}`}>
            <Part section={section} />
          </div>
        </div>
      ))}
      <section className={`wrap ${termsStyles.ask}`} aria-labelledby="ask-title">
        <h2 id="ask-title">Something unclear?</h2>
        <div className={termsStyles.actions}>
          <Link
            to="/contact"
            search={{ subject: 'support' }}
            className={buttonClass('default', 'lg')}
          >
            Contact Support
          </Link>
          <Link
            to="/contact"
            search={{ subject: 'legal' }}
            className={buttonClass('outline', 'lg')}
          >
            Legal Team
          </Link>
        </div>
      </section>
    </>
  );
}

function Part({
  section,
  className,
  titleAs: Title = 'h2',
}: {
  section: LegalSection;
  className?: string | undefined;
  titleAs?: 'h2' | 'h3';
}) {
  return (
    <section id={section.id} className={className}>
      <Title>{section.title}</Title>
      <Blocks blocks={section.blocks} />
    </section>
  );
}
