import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

export function RequestNotFound() {
  return (
    <Notice title="Request Not Found" text="We couldn’t find this request in your account.">
      <Link to="/dashboard/requests" className={buttonClass()}>
        See all your requests
      </Link>
    </Notice>
  );
}
