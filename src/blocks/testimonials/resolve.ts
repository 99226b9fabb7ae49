import type { Resolver } from '~/blocks/block-sources';

export const resolveTestimonials: Resolver<'testimonials'> = async (block, sources) => {
  const { type, title, ...picked } = block;
  const testimonials = await sources.testimonials.listPicked(picked);
  return testimonials.length > 0 ? { type, title, testimonials } : undefined;
};
