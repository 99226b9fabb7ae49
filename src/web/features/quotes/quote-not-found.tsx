import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

/** Page for an incomplete or revoked private link, without the site's header and footer. */
export function QuoteNotFound() {
  return (
    <main id="content">
      <Notice
        title="Quote not found"
        text="The link may be incomplete, or we may have revoked it. Please open the link in our latest email or ask us about your quote."
      >
        <Link to="/contact" className={buttonClass()}>
          Write to us
        </Link>
        <Link to="/" className={buttonClass('outline')}>
          Back to the home page
        </Link>
      </Notice>
    </main>
  );
}
