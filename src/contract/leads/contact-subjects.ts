/** Subjects that a link to the form can preset: `/contact?subject=support`. */
export const contactSubjects = {
  support: 'Support request',
  legal: 'Question for the legal team',
  plans: 'Custom pricing',
  careers: 'Working with you',
} as const;
export type ContactSubject = keyof typeof contactSubjects;
