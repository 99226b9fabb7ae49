import type { FormFields } from './form-fields';
import type { Option } from './quotes';

/** Options and labels of the contact form. The rules are in contact-schema.ts. */
export const contactServices: readonly Option[] = [
  { value: 'website', label: 'Website Development' },
  { value: 'marketing', label: 'Digital Marketing' },
  { value: 'social-media', label: 'Social Media' },
  { value: 'branding', label: 'Branding & Design' },
  { value: 'business-strategy', label: 'Business Strategy' },
  { value: 'complete-package', label: 'Complete Package' },
];

/** Service of messages that have a subject instead of a service. */
export const noService: Option = { value: 'other', label: 'No particular service' };

export const contactServicesOf = (fields: FormFields): readonly Option[] =>
  fields.services ? [...fields.services, noService] : contactServices;

/** All values that the service of a message can have. */
export const messageServices: readonly Option[] = [...contactServices, noService];

export const messageStatuses = ['unread', 'read', 'replied'] as const;
/**
 * Filters of messages. Two of them are not stored statuses. `overdue`: not answered by the due time. `spam`: possible spam,
 * and messages that an admin marked as spam, which all other filters exclude.
 */
export const messageFilters = [...messageStatuses, 'overdue', 'spam'] as const;
export const messageSorts = ['createdAt', 'name', 'status', 'owner'] as const;
export type MessageStatus = (typeof messageStatuses)[number];
