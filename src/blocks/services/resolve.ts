import type { Resolver } from '~/blocks/block-sources';

export const resolveServices: Resolver<'services'> = async (block, sources) => {
  const { type, title, ...picked } = block;
  const services = await sources.services.listPicked(picked);
  return services.length > 0 ? { type, title, services } : undefined;
};
