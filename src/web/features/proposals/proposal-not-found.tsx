import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

/** Page for an incomplete or revoked private link, without the site's header and footer. */
export function ProposalNotFound() {
  return (
    <main id="content">
      <Notice
        title="Proposal not found"
        text="The link may be incomplete or replaced by a newer one. Please open the link in our latest email or ask us for a new one."
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
