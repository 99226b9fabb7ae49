/** Categories of services and portfolio items, in the order of the filter. */
export const categories = [
  'website',
  'marketing',
  'social_media',
  'business',
  'branding',
  'ecommerce',
  'other',
] as const;

export type Category = (typeof categories)[number];

export const categoryLabels: Record<Category, string> = {
  website: 'Website Development',
  ecommerce: 'E-Commerce',
  marketing: 'Digital Marketing',
  social_media: 'Social Media',
  business: 'Business Consulting',
  branding: 'Branding & Design',
  other: 'Other Services',
};
