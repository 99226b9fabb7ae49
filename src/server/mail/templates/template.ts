import type { PublicSettings } from '~/contract/settings';
import { oneLine } from '../headers';
import { layOut, type Part } from '../layout';

/** What a mail says of the agency. */
export type Agency = Pick<PublicSettings, 'brand' | 'contact'>;

/** What goes out, but for to whom. */
export interface Letter {
  subject: string;
  html: string;
  text: string;
}

/** @param title fixed words: nothing that people typed is in a header */
export function compose({ brand, contact }: Agency, title: string, parts: Part[]): Letter {
  const sender = { name: brand.name, foot: [contact.email, contact.phone] };
  return { subject: oneLine(`${brand.name}: ${title}`), ...layOut(sender, title, parts) };
}

/** The agency's mail to whoever wrote in. */
export function thank(
  agency: Agency,
  letter: { title: string; name: string; next: string; facts: [string, string][] },
): Letter {
  return compose(agency, letter.title, [
    { kind: 'text', text: `Hello ${oneLine(letter.name)},` },
    { kind: 'text', text: `thank you for writing. ${letter.next}` },
    { kind: 'text', text: 'This is what arrived here:' },
    { kind: 'facts', facts: filled(letter.facts) },
    { kind: 'text', text: 'Something to add or to put right? Simply answer this mail.' },
  ]);
}

/** The mail to the agency itself. */
export function notify(
  agency: Agency,
  letter: { title: string; facts: [string, string][]; panelUrl: string },
): Letter {
  return compose(agency, letter.title, [
    { kind: 'facts', facts: filled(letter.facts) },
    { kind: 'button', label: 'Open it in the panel', url: letter.panelUrl },
    { kind: 'text', text: 'An answer to this mail goes to whoever wrote.' },
  ]);
}

const shortMax = 280;

/**
 * The beginning of what was typed. Whoever gave another's address has nothing long delivered there in the
 * agency's name.
 */
export function inShort(text: string): string {
  const signs = Array.from(text.trim());
  return signs.length > shortMax ? `${signs.slice(0, shortMax).join('').trimEnd()} …` : text.trim();
}

const filled = (facts: [string, string][]) => facts.filter(([, value]) => value.trim());
