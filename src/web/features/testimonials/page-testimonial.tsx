import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { LinkedTestimonial } from '~/contract/testimonials/testimonials-schema';
import { TestimonialQuote } from '~/web/content/testimonials/testimonial-quote';
import { DocumentFrame } from '~/web/documents/document-frame';
import { DocumentNotice } from '~/web/documents/document-notice';
import { useResult } from '~/web/lib/use-result';
import { useSettings } from '~/web/shell/settings';
import styles from './page-testimonial.module.css';
import { TestimonialForm } from './testimonial-form';
import { WithdrawConsent } from './withdraw-consent';

const route = getRouteApi('/testimonials/$token');

const titles: Record<LinkedTestimonial['state'], string> = {
  asked: 'What was it like to work with us?',
  given: 'Thank you for your testimonial',
  published: 'Your testimonial is on our site',
  withdrawn: 'Your testimonial is no longer shown',
};

/** Page where a client writes a testimonial, sees it, and can withdraw it. */
export function PageTestimonial() {
  const { api } = route.useRouteContext();
  const { token } = route.useParams();
  const { brand } = useSettings();
  const said = useResult(api.testimonialLinks.get.queryOptions({ token }));
  /** True if the state has just changed, so that it should be announced. */
  const [isNew, setNew] = useState(false);
  const show = (next: LinkedTestimonial) => {
    api.testimonialLinks.get.setData({ token }, next);
    setNew(true);
  };
  const { state, about, work } = said;
  const hasWords = state === 'given' || state === 'published';
  return (
    <DocumentFrame>
      <p className={styles.kicker}>{about || 'Your testimonial'}</p>
      <h1 className={styles.title}>{titles[state]}</h1>
      {state === 'asked' && (
        <p className={styles.lead}>
          Two or three sentences are enough: what was it like, and what has changed since? They help
          the next person who is thinking about working with {brand.name}.
        </p>
      )}
      {state !== 'asked' && (
        <div className={styles.notice}>
          <DocumentNotice
            tone={state === 'withdrawn' ? 'none' : 'good'}
            title={state === 'withdrawn' ? 'Consent withdrawn' : 'What happens next'}
            isNew={isNew}
          >
            {state === 'given' && (
              <p>
                We publish your testimonial unchanged, or not at all. Until then, you can edit it
                below.
              </p>
            )}
            {state === 'published' && (
              <p>
                We show your testimonial as below
                {work && (
                  <>
                    , and on the page about{' '}
                    <Link to="/portfolio/$slug" params={{ slug: work.slug }}>
                      {work.title}
                    </Link>
                  </>
                )}
                . To change it, please contact us. To withdraw your consent, use the button below:
                we hide your testimonial right away.
              </p>
            )}
            {state === 'withdrawn' && (
              <p>
                We recorded that you withdrew your consent and no longer show your testimonial. If
                you change your mind, you can send it again below.
              </p>
            )}
          </DocumentNotice>
        </div>
      )}
      {hasWords && (
        <div className={styles.shown}>
          <TestimonialQuote said={said} isLarge />
        </div>
      )}
      {hasWords && (
        <section className={styles.part} aria-labelledby="consent-title">
          <h2 id="consent-title" className={styles.heading}>
            Your consent
          </h2>
          <p className={styles.consent}>“{said.agreedTo}”</p>
          <WithdrawConsent token={token} onDone={show} />
        </section>
      )}
      {state !== 'published' && (
        <section className={styles.part} aria-labelledby="write-title">
          <h2 id="write-title" className={hasWords ? styles.heading : 'visually-hidden'}>
            {hasWords ? 'Edit your testimonial' : 'Your testimonial'}
          </h2>
          {/* The key remounts the form when the testimonial changes. */}
          <TestimonialForm
            key={`${state} ${said.givenAt}`}
            token={token}
            said={said}
            onDone={show}
          />
        </section>
      )}
    </DocumentFrame>
  );
}
