import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

/** Shown for a revoked or incomplete private link. */
export function InvoiceLinkNotFound() {
  return (
    <Notice
      title="Invoice not found"
      text="The link may be incomplete, or we may have revoked it. Please open the link in our latest email or ask us for a new one."
    >
      <Link to="/contact" className={buttonClass()}>
        Contact us
      </Link>
    </Notice>
  );
}

export function InvoiceNotFound() {
  return (
    <Notice title="Invoice Not Found" text="We couldn’t find this invoice in your account.">
      <Link to="/dashboard/invoices" className={buttonClass()}>
        See all your invoices
      </Link>
    </Notice>
  );
}
