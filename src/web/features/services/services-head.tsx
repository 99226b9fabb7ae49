import { servicesTexts } from '~/contract/built-in-pages/services-texts';
import { useTexts } from '~/web/shell/settings';
import { PageHead } from '~/web/ui/page-head';

export function ServicesHead() {
  const { title, lead } = useTexts('services', servicesTexts);
  return <PageHead title={title} lead={lead} />;
}
