import type { Category } from './categories';

export const defaultCtaText = 'Get Started';
export const defaultTimeline = '2-4 weeks';
export const relatedServicesLimit = 3;
export const heroFeaturesLimit = 6;

export interface ProcessStep {
  title: string;
  description: string;
}

export interface Service {
  id: number;
  slug: string;
  name: string;
  description: string;
  detailedDescription: string;
  /** Starting price as a decimal string with two places, in the agency's currency. */
  price: string;
  category: Category;
  features: string[];
  metaTitle: string;
  metaDescription: string;
  /** Comma separated. */
  keywords: string;
  heroTitle: string;
  heroSubtitle: string;
  ctaText: string;
  timeline: string;
  imageUrl: string | null;
  featured: boolean;
  processSteps: ProcessStep[];
  deliverables: string[];
  isActive: boolean;
}

/** What a list shows of a service: small enough to travel inside the first HTML. */
export type ServiceCard = Pick<
  Service,
  'id' | 'slug' | 'name' | 'description' | 'price' | 'category' | 'imageUrl' | 'timeline'
>;
