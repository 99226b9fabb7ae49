import { PageHome } from '~/web/features/home/page-home';
import { QuickQuote } from '~/web/features/quotes/quick-quote';
import { PageWelcome } from '~/web/features/welcome/page-welcome-late';
import { useViewer } from '~/web/shell/settings';

/** What is at '/': the landing page, or for clients a page of their own. Admins look at the site as visitors do. */
export function PageRoot() {
  const viewer = useViewer();
  return viewer && !viewer.isAdmin ? <PageWelcome /> : <PageHome quickQuote={<QuickQuote />} />;
}
