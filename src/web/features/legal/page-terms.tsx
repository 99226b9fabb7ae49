import { Link } from '@tanstack/react-router';

import type { LegalSection } from '~/contract/legal/legal-schema';
import { buttonClass } from '~/web/ui/button';
import styles from './legal.module.css';
import { LegalHead } from './legal-head';
import termsStyles from './page-terms.module.css';
import { Sections } from './sections';
import { useLegalText } from './use-legal-text';
import { Versions } from './versions';
import { Words } from './words';

/**
 * Ids of those sections of the default terms that are shown as cards: general sections, sections
 * about single services, then all others. Custom terms are shown as consecutive sections.
 */
const cardIds = [
  'acceptance-of-terms',
  'user-accounts',
  'acceptable-use',
  'payment-terms',
  'limitation-of-liability',
  'governing-law',
];
const serviceIds = ['web-development', 'digital-marketing', 'consulting'];
const ownIds = [...cardIds, ...serviceIds];

export function PageTerms() {
  const text = useLegalText('terms');
  const isOwn = ownIds.every((id, index) => text.sections[index]?.id === id);
  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <LegalHead text={text} />
        {isOwn ? <OwnTerms sections={text.sections} /> : <Sections sections={text.sections} />}
      </div>
      {isOwn &&
        text.sections.slice(ownIds.length).map((section) => (
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
      <div className="wrap">
        <Versions text={text} />
      </div>
    </>
  );
}

function OwnTerms({ sections }: { sections: LegalSection[] }) {
  const of = (ids: string[]) => sections.filter(({ id }) => ids.includes(id));
  return (
    <>
      <div className={termsStyles.cards}>
        {of(cardIds).map((section) => (
          <Part key={section.id} section={section} className={termsStyles.card} />
        ))}
      </div>
      <section className={termsStyles.services} aria-labelledby="service-terms-title">
        <h2 id="service-terms-title">Terms for each service</h2>
        <div className={termsStyles.columns}>
          {of(serviceIds).map((section) => (
            <Part key={section.id} section={section} titleAs="h3" />
          ))}
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
      <Words html={section.html} />
    </section>
  );
}
