import { at, byId, get, post, type Rule } from './role-answers';

/** The calls of the crud of one table, over tRPC and REST. */
function crudRules(
  name: 'services' | 'portfolio' | 'blog' | 'plans',
  path: string,
  fields: () => object,
): Record<string, Rule> {
  const trashed = `${name}Trash` as const;
  const [sees, writes] =
    name === 'plans'
      ? (['owner', 'owner'] as const)
      : (['sees-content', 'writes-content'] as const);
  return {
    [`admin.${name}.list`]: { may: sees, input: () => ({}), rest: get(path) },
    [`admin.${name}.page`]: { may: sees, input: () => ({}) },
    [`admin.${name}.get`]: { may: sees, input: byId(name) },
    [`admin.${name}.create`]: { may: writes, input: fields, rest: post(path) },
    [`admin.${name}.update`]: {
      may: writes,
      input: (ids) => ({ id: ids[name], ...fields() }),
      rest: { method: 'PUT', ...at(path, name) },
    },
    [`admin.${name}.remove`]: {
      may: writes,
      input: byId(name),
      rest: { method: 'DELETE', ...at(path, name) },
    },
    [`admin.${name}.restore`]: {
      may: writes,
      input: byId(trashed),
      rest: { method: 'POST', ...at(path, trashed, '/restore') },
    },
  };
}

/** The procedures of what the site shows: services, portfolio, posts and plans. */
export const contentRules: Record<string, Rule> = {
  ...crudRules('services', '/admin/services', () => ({
    name: 'A service',
    description: 'What it is',
  })),
  ...crudRules('portfolio', '/admin/portfolio', () => ({
    title: 'A piece',
    slug: `piece-${crypto.randomUUID()}`,
    client_name: 'A client',
    description: 'What it is',
  })),
  ...crudRules('blog', '/admin/blog', () => ({ title: 'A post' })),
  ...crudRules('plans', '/admin/subscription-plans', () => ({ name: 'A plan' })),
  'admin.services.reorder': {
    may: 'writes-content',
    input: ({ services }) => ({ ids: [services] }),
  },
  'admin.portfolio.reorder': {
    may: 'writes-content',
    input: ({ portfolio }) => ({ ids: [portfolio] }),
  },
  'admin.plans.reorder': { may: 'owner', input: ({ plans }) => ({ ids: [plans] }) },
};
