import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

/** Page for an incomplete or revoked private link, without the site's header and footer. */
export function TestimonialNotFound() {
  return (
    <main id="content">
      <Notice
        title="Page not found"
        text="The link may be incomplete, or we may have deleted the page. Please open the link in our email again or contact us."
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
