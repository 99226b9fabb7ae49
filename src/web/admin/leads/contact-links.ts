import type { AdminQuote } from '~/contract/leads/leads-schema';

type Asker = Pick<AdminQuote, 'name' | 'email' | 'phoneDigits' | 'serviceName'>;

const about = ({ serviceName }: Asker) => (serviceName ? ` about ${serviceName}` : '');

/** Returns a link to a chat with the sender, with the first message prefilled. */
export function chatLink(quote: Asker, agency: string): string {
  const text = `Hello ${quote.name}, this is ${agency}. Thank you for your quote request${about(quote)}. `;
  return `https://wa.me/${quote.phoneDigits}?text=${encodeURIComponent(text)}`;
}

/** Returns whether a phone number has a country code, which chat links need. */
export const isInternational = (phone: string): boolean => /^\s*(\+|00)/.test(phone);

/** Returns a link to an email draft to the sender. */
export function mailLink(quote: Asker, agency: string): string {
  const subject = `${agency}: your quote request`;
  const body = `Hello ${quote.name},\n\nThank you for your quote request${about(quote)}.\n\n`;
  return `mailto:${quote.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
