import { LoadFailed } from '~/web/ui/load-failed';

export function PricingFailed() {
  return (
    <LoadFailed
      title="Error Loading Pricing"
      text="Unable to load pricing plans. Please try again later."
    />
  );
}
