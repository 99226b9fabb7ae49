import type { ReactNode } from 'react';

import { CallToAction } from './call-to-action';
import { ClientWords } from './client-words';
import { FeaturedServices } from './featured-services';
import { FeaturedWork } from './featured-work';
import { Hero } from './hero';
import { Reasons } from './reasons';
import { StatsStrip } from './stats-strip';

/** Landing page for visitors who are not signed in. */
export function PageHome({ quickQuote }: { quickQuote: ReactNode }) {
  return (
    <>
      <Hero form={quickQuote} />
      <StatsStrip />
      <Reasons />
      <FeaturedServices />
      <FeaturedWork />
      <ClientWords />
      <CallToAction />
    </>
  );
}
