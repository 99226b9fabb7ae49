import { pricingTexts } from '~/contract/pages/pricing-texts';
import { useTexts } from '~/web/shell/settings';
import { PageHead } from '~/web/ui/page-head';

export function PricingHead() {
  return <PageHead {...useTexts('pricing', pricingTexts)} />;
}
