/** Options and labels of the two quote forms. The rules are in quotes-schema.ts. */

export interface Option {
  value: string;
  label: string;
}

export const countries: readonly Option[] = [
  { value: 'us', label: 'United States' },
  { value: 'uk', label: 'United Kingdom' },
  { value: 'ca', label: 'Canada' },
  { value: 'au', label: 'Australia' },
  { value: 'in', label: 'India' },
  { value: 'de', label: 'Germany' },
  { value: 'fr', label: 'France' },
  { value: 'other', label: 'Other' },
];

export const quickQuoteServices: readonly Option[] = [
  { value: 'web-development', label: 'Web Development' },
  { value: 'mobile-development', label: 'Mobile Development' },
  { value: 'digital-marketing', label: 'Digital Marketing' },
  { value: 'design', label: 'Design Services' },
  { value: 'consulting', label: 'Consulting' },
  { value: 'other', label: 'Other Services' },
];

/** Value that the quick form sends for fields that only the longer form has. */
export const toBeDiscussed = 'To be discussed';

/** Milliseconds between the confirmation of a quote and the opening of the chat. */
export const chatHandOffMs = 2000;

export function labelOf(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
