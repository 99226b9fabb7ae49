import { PageHead } from '~/web/ui/page-head';

export function PricingHead() {
  return (
    <PageHead
      title="Care, by the month or the year"
      lead="A launch is the first day, not the last. A plan keeps what we built fast, safe and up to date,
        with hours in it for whatever comes up."
    />
  );
}
