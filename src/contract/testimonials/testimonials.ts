/** By what a person has agreed that their words are shown. `link`: by the form at their private link. */
export const consentMeans = ['link', 'email', 'paper', 'spoken'] as const;
export type ConsentMeans = (typeof consentMeans)[number];

export const consentLabels: Record<ConsentMeans, string> = {
  link: 'By the private link',
  email: 'By email',
  paper: 'On paper',
  spoken: 'In a conversation',
};

/** Where the words come from: given by the person at a private link, or typed by an admin. */
export const testimonialSources = ['link', 'admin'] as const;
export type TestimonialSource = (typeof testimonialSources)[number];

/** Each is derived from what a testimonial has. `asked`: the link was sent, and nothing has come yet. */
export const testimonialStatuses = [
  'waits_for_you',
  'published',
  'asked',
  'without_consent',
  'consent_withdrawn',
] as const;
export type TestimonialStatus = (typeof testimonialStatuses)[number];

export const wordsMax = 1200;

/** What a person agrees to at their link; it is kept as it was shown. */
export const consentSentence = (agency: string): string =>
  `I agree that ${agency} shows these words on its website, with my name, my role and my company, also beside the work that they are about. I can take this back at any time on this page.`;
