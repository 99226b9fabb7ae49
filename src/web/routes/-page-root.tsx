import { WaitingList } from '~/web/features/dashboard/waiting-list.lazy';
import { PageHome } from '~/web/features/home/page-home';
import { QuickQuote } from '~/web/features/quotes/quick-quote';
import { PageWelcome } from '~/web/features/welcome/page-welcome.lazy';
import { useViewer } from '~/web/shell/settings';

/** Page at '/': the welcome page for clients, the landing page for visitors and admins. */
export function PageRoot() {
  const viewer = useViewer();
  return viewer && !viewer.isAdmin ? (
    <PageWelcome first={<WaitingList />} />
  ) : (
    <PageHome quickQuote={<QuickQuote />} />
  );
}
