import { servicesTexts } from '~/contract/pages/services-texts';
import { useTexts } from '~/web/shell/settings';
import { PageHead } from '~/web/ui/page-head';

export function ServicesHead() {
  return <PageHead {...useTexts('services', servicesTexts)} />;
}
