import { servicesTexts } from '~/contract/pages/services-texts';
import { useTexts } from '~/web/shell/settings';
import { PageHead } from '~/web/ui/page-head';

export function ServicesHead() {
  const { title, lead } = useTexts('services', servicesTexts);
  return <PageHead title={title} lead={lead} />;
}
