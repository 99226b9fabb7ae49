import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { LinkedTestimonial } from '~/contract/testimonials/testimonials-schema';
import { DocumentFrame } from '~/web/documents/document-frame';
import { DocumentNotice } from '~/web/documents/document-notice';
import { TestimonialQuote } from '~/web/documents/testimonials/testimonial-quote';
import { useResult } from '~/web/lib/use-result';
import { useSettings } from '~/web/shell/settings';
import { GiveForm } from './give-form';
import styles from './page-testimonial.module.css';
import { TakeBack } from './take-back';

const route = getRouteApi('/testimonials/$token');

const titles: Record<LinkedTestimonial['state'], string> = {
  asked: 'How was it to work with us?',
  given: 'Thank you. Your words are here',
  published: 'Your words are on our site',
  withdrawn: 'Your words are not shown any more',
};

/** What a client is asked to write, has written, and can take back. */
export function PageTestimonial() {
  const { api } = route.useRouteContext();
  const { token } = route.useParams();
  const { brand } = useSettings();
  const said = useResult(api.testimonialLinks.get.queryOptions({ token }));
  /** What has just happened, to be read out. */
  const [isNew, setNew] = useState(false);
  const show = (next: LinkedTestimonial) => {
    api.testimonialLinks.get.setData({ token }, next);
    setNew(true);
  };
  const { state, about, work } = said;
  const hasWords = state === 'given' || state === 'published';
  return (
    <DocumentFrame>
      <p className={styles.kicker}>{about || 'Your words'}</p>
      <h1 className={styles.title}>{titles[state]}</h1>
      {state === 'asked' && (
        <p className={styles.lead}>
          Two or three plain sentences are enough: what was it like, and what has changed since?
          They help the next person who thinks about asking {brand.name}.
        </p>
      )}
      {state !== 'asked' && (
        <div className={styles.notice}>
          <DocumentNotice
            tone={state === 'withdrawn' ? 'none' : 'good'}
            title={state === 'withdrawn' ? 'Taken back' : 'What happens next'}
            isNew={isNew}
          >
            {state === 'given' && (
              <p>
                We read them, and show them as they are, or not at all. Until then you can correct
                them below.
              </p>
            )}
            {state === 'published' && (
              <p>
                They are shown as below
                {work && (
                  <>
                    , also beside{' '}
                    <Link to="/portfolio/$slug" params={{ slug: work.slug }}>
                      {work.title}
                    </Link>
                  </>
                )}
                . To change a word, please write to us. To take your consent back, press the button
                below: they are hidden at once.
              </p>
            )}
            {state === 'withdrawn' && (
              <p>
                We have written down that you took your consent back, and show your words nowhere.
                Should you change your mind, you can send them again below.
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
          <TakeBack token={token} onDone={show} />
        </section>
      )}
      {state !== 'published' && (
        <section className={styles.part} aria-labelledby="write-title">
          <h2 id="write-title" className={hasWords ? styles.heading : 'visually-hidden'}>
            {hasWords ? 'Correct your words' : 'Your words'}
          </h2>
          {/* Another version is another form. */}
          <GiveForm key={`${state} ${said.givenAt}`} token={token} said={said} onDone={show} />
        </section>
      )}
    </DocumentFrame>
  );
}
