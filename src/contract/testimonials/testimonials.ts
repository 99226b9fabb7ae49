/** Ways to consent to the publication. `link`: in the form at the person's private link. */
export const consentMeans = ['link', 'email', 'paper', 'spoken'] as const;
export type ConsentMeans = (typeof consentMeans)[number];

export const consentLabels: Record<ConsentMeans, string> = {
  link: 'By the private link',
  email: 'By email',
  paper: 'On paper',
  spoken: 'In a conversation',
};

/** Source of the text: written by the person at a private link, or entered by an admin. */
export const testimonialSources = ['link', 'admin'] as const;
export type TestimonialSource = (typeof testimonialSources)[number];

/**
 * Statuses, derived from the testimonial's data. `asked`: the link has been sent, but nothing has
 * been written yet.
 */
export const testimonialStatuses = [
  'waits_for_you',
  'published',
  'asked',
  'without_consent',
  'consent_withdrawn',
] as const;
export type TestimonialStatus = (typeof testimonialStatuses)[number];

export const wordsMax = 1200;

/** Returns the consent sentence for the private link. It is stored as shown. */
export const consentSentence = (agency: string): string =>
  `I agree that ${agency} shows these words on its website, with my name, my role and my company, also beside the work that they are about. I can take this back at any time on this page.`;
