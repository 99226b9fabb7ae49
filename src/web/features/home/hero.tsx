import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './hero.module.css';

/** @param form the form that asks for a quote, with the id `quick-quote` */
export function Hero({ form }: { form: ReactNode }) {
  const { brand, hero } = useSettings();
  return (
    <section className={styles.hero}>
      <FlightPath />
      <div className={`wrap ${styles.grid}`}>
        <div className={styles.words}>
          <h1>{hero.title || brand.name}</h1>
          <p className={styles.lead}>{hero.subtitle}</p>
          <div className={styles.actions}>
            {/* biome-ignore lint/a11y/useValidAnchor: it is a link into the page, also before any script runs */}
            <a href="#quick-quote" className={buttonClass('default', 'lg')} onClick={goToForm}>
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
        {form}
      </div>
    </section>
  );
}

/** To its first field: beside the words the form is in view already, so that scrolling alone would show nothing. */
function goToForm(event: MouseEvent) {
  const panel = document.getElementById('quick-quote');
  const field = panel?.querySelector<HTMLElement>('[name="name"]');
  if (!panel || !field) return;
  event.preventDefault();
  panel.scrollIntoView({ block: 'nearest' });
  field.focus({ preventScroll: true });
}

/** The bird's way: it circles behind the form, comes down past the words and leaves under them. */
function FlightPath() {
  return (
    <svg
      className={styles.path}
      viewBox="0 0 1440 900"
      fill="none"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <circle cx="1105" cy="168" r="104" fill="var(--straw)" />
      <g stroke="var(--line)" strokeWidth="1.5">
        <path pathLength="1" d="M1500 250C1340 60 1080 60 960 270S900 640 700 760 220 860-60 850" />
        <path
          pathLength="1"
          d="M1500 300C1350 110 1110 110 1000 300S940 680 730 800 240 892-60 884"
        />
        <path
          pathLength="1"
          d="M1500 350C1360 160 1140 160 1040 330S980 720 760 840 260 924-60 918"
        />
        <path
          pathLength="1"
          d="M1500 400C1370 210 1170 210 1080 360S1020 760 790 880 280 956-60 952"
        />
      </g>
      <path
        pathLength="1"
        className={styles.stroke}
        d="M1500 190C1330 0 1050 10 915 240S860 600 670 720 200 828-60 816"
        stroke="var(--rust)"
        strokeWidth="3"
      />
    </svg>
  );
}
