import { blogTexts } from '~/contract/built-in-pages/blog-texts';
import { useTexts } from '~/web/shell/settings';
import { PageHead } from '~/web/ui/page-head';

export function BlogHead() {
  return <PageHead {...useTexts('blog', blogTexts)} />;
}
