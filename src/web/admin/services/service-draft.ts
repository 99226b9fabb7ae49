import type { Category } from '~/contract/services/categories';
import { defaultCtaText, defaultTimeline } from '~/contract/services/services';
import type { AdminService } from '~/contract/services/services-form-schema';

/** A service as its form holds it: all of it text, lists and switches. */
export interface ServiceDraft {
  name: string;
  slug: string;
  description: string;
  detailedDescription: string;
  category: Category;
  price: string;
  timeline: string;
  imageUrl: string;
  ctaText: string;
  heroTitle: string;
  heroSubtitle: string;
  metaTitle: string;
  metaDescription: string;
  keywords: string;
  features: string[];
  deliverables: string[];
  processSteps: { title: string; description: string }[];
  featured: boolean;
  isActive: boolean;
}

export const emptyDraft: ServiceDraft = {
  name: '',
  slug: '',
  description: '',
  detailedDescription: '',
  category: 'website',
  price: '0.00',
  timeline: defaultTimeline,
  imageUrl: '',
  ctaText: defaultCtaText,
  heroTitle: '',
  heroSubtitle: '',
  metaTitle: '',
  metaDescription: '',
  keywords: '',
  features: [''],
  deliverables: [''],
  processSteps: [],
  featured: false,
  isActive: true,
};

const withRow = (items: string[]) => (items.length > 0 ? items : ['']);

export function draftOf(service: AdminService): ServiceDraft {
  const { id, createdAt, updatedAt, deletedAt, ...fields } = service;
  return {
    ...fields,
    imageUrl: service.imageUrl ?? '',
    features: withRow(service.features),
    deliverables: withRow(service.deliverables),
  };
}

/** What is sent of a draft: an address that is empty is none. */
export function fieldsOf(draft: ServiceDraft) {
  return { ...draft, imageUrl: draft.imageUrl || null };
}
