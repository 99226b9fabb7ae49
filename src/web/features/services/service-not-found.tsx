import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

export function ServiceNotFound() {
  return (
    <Notice
      title="Service Not Found"
      text="The service you're looking for doesn't exist or has been removed."
    >
      <Link to="/services" className={buttonClass()}>
        See all services
      </Link>
    </Notice>
  );
}
