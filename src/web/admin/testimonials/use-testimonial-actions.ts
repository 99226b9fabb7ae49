import { useRouter } from '@tanstack/react-router';

import type {
  TestimonialChanges,
  TestimonialFields,
} from '~/contract/testimonials/testimonials-form-schema';
import { useContentActions } from '~/web/admin/content/use-content-actions';

export function useTestimonialActions() {
  const { api } = useRouter().options.context;
  return useContentActions<TestimonialFields, TestimonialChanges>({
    noun: 'Testimonial',
    procedures: api.admin.testimonials,
    saysWhy: true,
  });
}
