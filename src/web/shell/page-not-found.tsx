import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

export function PageNotFound() {
  return (
    <Notice title="404 Page Not Found" text="Did you forget to add the page to the router?">
      <Link to="/" className={buttonClass()}>
        Back to the home page
      </Link>
      <Link to="/services" className={buttonClass('outline')}>
        See our services
      </Link>
    </Notice>
  );
}
