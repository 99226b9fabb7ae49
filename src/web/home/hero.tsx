import { Link } from '@tanstack/react-router';

import { useSettings } from '~/web/lib/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './hero.module.css';
import { QuickQuote } from './quick-quote';

export function Hero() {
  const { brand, hero } = useSettings();
  return (
    <section className={styles.hero}>
      <FlightPath />
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.words}>
          <h1>{hero.title}</h1>
          <p className={styles.lead}>{hero.subtitle}</p>
          <div className={styles.actions}>
            <a href="#quick-quote" className={buttonClass('default', 'lg')}>
              Get a free quote
            </a>
            <Link to="/services" className={buttonClass('outline', 'lg')}>
              Services and prices
            </Link>
          </div>
          <p className={styles.aside}>
            {brand.name}, since {brand.foundedYear}
          </p>
        </div>
        <QuickQuote />
      </div>
    </section>
  );
}

/** The bird's way: it circles, holds, and comes down on the form. */
function FlightPath() {
  return (
    <svg className={styles.path} viewBox="0 0 1200 760" fill="none" preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
      <circle cx="930" cy="150" r="92" fill="var(--straw)" />
      <g stroke="var(--line)" strokeWidth="1.5">
        <path pathLength="1" d="M1260 60C1060-60 820-30 700 150S560 470 360 520 60 520-60 620" />
        <path pathLength="1" d="M1260 100C1070-20 850 10 736 176S596 510 386 566 70 570-60 664" />
        <path pathLength="1" d="M1260 140C1080 20 880 50 772 202S632 550 412 612 80 620-60 708" />
        <path pathLength="1" d="M1260 180C1090 60 910 90 808 228S668 590 438 658 90 670-60 752" />
      </g>
      <path pathLength="1" className={styles.stroke} d="M1260 20C1050-100 790-70 664 124S524 430 334 474 50 470-60 576" stroke="var(--rust)" strokeWidth="3" />
    </svg>
  );
}
