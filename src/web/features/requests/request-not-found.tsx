import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

export function RequestNotFound() {
  return (
    <Notice title="Request Not Found" text="There is no such request of yours.">
      <Link to="/dashboard/requests" className={buttonClass()}>
        See all your requests
      </Link>
    </Notice>
  );
}
