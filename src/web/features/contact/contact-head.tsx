import { contactTexts } from '~/contract/built-in-pages/contact-texts';
import { useTexts } from '~/web/shell/settings';
import { PageHead } from '~/web/ui/page-head';

export function ContactHead() {
  return <PageHead {...useTexts('contact', contactTexts)} />;
}
