import { pricingTexts } from '~/contract/built-in-pages/pricing-texts';
import { useTexts } from '~/web/shell/settings';
import { PageHead } from '~/web/ui/page-head';

export function PricingHead() {
  return <PageHead {...useTexts('pricing', pricingTexts)} />;
}
