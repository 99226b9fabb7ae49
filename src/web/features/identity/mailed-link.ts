import { useEffect, useState } from 'react';

/** Data of an emailed link, which replaces a typed code. */
export interface MailedLink {
  email: string;
  otp: string;
  proof: string;
}

/**
 * Returns the emailed link that opened this page, if any. Immediately removes its secret from the
 * address bar.
 */
export function useMailedLink(): MailedLink | undefined {
  const [link, setLink] = useState<MailedLink>();
  useEffect(() => {
    const fields = new URLSearchParams(window.location.hash.slice(1));
    const [email, otp, proof] = ['email', 'otp', 'proof'].map((name) => fields.get(name));
    if (!email || !otp || !proof) return;
    setLink({ email, otp, proof });
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  }, []);
  return link;
}
