export const defaultCtaText = 'Get Started';
export const defaultTimeline = '2-4 weeks';
export const relatedServicesLimit = 3;
export const heroFeaturesLimit = 6;

export interface ProcessStep {
  title: string;
  description: string;
}
