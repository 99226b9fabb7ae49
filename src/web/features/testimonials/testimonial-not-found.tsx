import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

/** At a private link that is not complete, or was revoked. It has no frame of its own. */
export function TestimonialNotFound() {
  return (
    <main id="content">
      <Notice
        title="This link leads to nothing that you could write"
        text="It may not be complete, or we have deleted what it led to. Nothing of yours is shown by it. Please open it from our e-mail again, or write to us."
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
