import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { homeTexts } from '~/contract/built-in-pages/home-texts';
import { useSettings, useTexts } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import { FlightPath } from '~/web/ui/flight-mark-svg';
import styles from './hero.module.css';
import { WorkStrip } from './work-strip';

/** First section of the landing page. @param form quote form, with the id `quick-quote` */
export function Hero({ form }: { form: ReactNode }) {
  const { brand, hero } = useSettings();
  const texts = useTexts('home', homeTexts);
  return (
    <section className={styles.hero}>
      <FlightPath className={styles.path} />
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.words}>
          {/* Flight line from the mark in the bar down to the form, for windows where the text
              takes the whole width. */}
          <svg
            className={styles.way}
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path d="M0 0C1 9 18 7 50 7S100 11 100 28V76C100 90 97 100 84 100" />
          </svg>
          <h1>{hero.title || brand.name}</h1>
          <p className={styles.lead}>{hero.subtitle}</p>
          <ul className={styles.facts}>
            {[texts.firstFact, texts.secondFact, texts.thirdFact].filter(Boolean).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <div className={styles.actions}>
            <a href="#quick-quote" className={`${buttonClass('default', 'lg')} ${styles.toForm}`}>
              {texts.quoteButton}
            </a>
            <Link to="/services" className={buttonClass('outline', 'lg')}>
              {texts.servicesButton}
            </Link>
          </div>
          <WorkStrip />
        </div>
        {form}
      </div>
    </section>
  );
}
