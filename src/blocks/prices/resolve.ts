import type { Resolver } from '~/blocks/block-sources';

export const resolvePrices: Resolver<'prices'> = async ({ of, ...block }, sources) => {
  const [plans, services] = await Promise.all([
    of === 'plans' ? sources.plans.list() : [],
    of === 'services' ? sources.services.listCards() : [],
  ]);
  if (plans.length + services.length === 0) return undefined;
  return { ...block, plans, services, isPayable: sources.takesPayments };
};
