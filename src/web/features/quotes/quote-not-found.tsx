import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

/** At a private link that is not complete, or was revoked. It has no frame of its own. */
export function QuoteNotFound() {
  return (
    <main id="content">
      <Notice
        title="This link leads to no quote"
        text="It may not be complete, or we have ended it. Please open it from our newest e-mail, or ask us how far your quote is."
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
