import type { Option } from './quotes';

/** Options and labels of the contact form, as the form prints them. The rules are in contact-schema.ts. */
export const contactServices: readonly Option[] = [
  { value: 'website', label: 'Website Development' },
  { value: 'marketing', label: 'Digital Marketing' },
  { value: 'social-media', label: 'Social Media' },
  { value: 'branding', label: 'Branding & Design' },
  { value: 'business-strategy', label: 'Business Strategy' },
  { value: 'complete-package', label: 'Complete Package' },
];

/** In place of a service, for messages that have a subject of their own. */
export const noService: Option = { value: 'other', label: 'No particular service' };

/** What a message may be about. */
export const messageServices: readonly Option[] = [...contactServices, noService];

/** What a link to the form may say that it is about; `/contact?subject=support`. */
export const contactSubjects = {
  support: 'Support request',
  legal: 'Question for the legal team',
  plans: 'Custom pricing',
  careers: 'Working with you',
} as const;
export type ContactSubject = keyof typeof contactSubjects;

export const messageStatuses = ['unread', 'read', 'replied'] as const;
export type MessageStatus = (typeof messageStatuses)[number];
