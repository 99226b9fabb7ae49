import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

/** At a link that was revoked or is not complete. */
export function InvoiceLinkNotFound() {
  return (
    <Notice
      title="This link leads to no invoice"
      text="It may not be complete, or we have ended it. Please open it from our newest e-mail, or ask us for it."
    >
      <Link to="/contact" className={buttonClass()}>
        Contact us
      </Link>
    </Notice>
  );
}

export function InvoiceNotFound() {
  return (
    <Notice title="Invoice Not Found" text="There is no such invoice of yours.">
      <Link to="/dashboard/invoices" className={buttonClass()}>
        See all your invoices
      </Link>
    </Notice>
  );
}
