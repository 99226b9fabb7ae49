import { defaultCtaText, defaultTimeline, type ProcessStep } from '~/contract/services/services';
import type { AdminService, ServiceFields } from '~/contract/services/services-form-schema';
import type { Draft } from '~/web/admin/form/draft';

/** Values of a service's form, which are texts, lists and switches. */
export type ServiceDraft = Draft<
  ServiceFields,
  { price: string; briefFormId: number | null; processSteps: ProcessStep[] }
>;

export const emptyDraft: ServiceDraft = {
  name: '',
  slug: '',
  description: '',
  detailedDescription: '',
  category: 'website',
  price: '0.00',
  priceUnit: 'once',
  priceKind: 'from',
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
  briefFormId: null,
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

/** Returns the fields to send. An empty URL is sent as null. */
export function fieldsOf(draft: ServiceDraft) {
  return { ...draft, imageUrl: draft.imageUrl || null };
}
