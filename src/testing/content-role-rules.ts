import { type ContentKey, contentKeys, contentTypes } from '~/contract/content/content-types';
import { at, byId, get, type Ids, post, type Rule } from './role-answers';

/** What makes a row of each content type. */
export const leastOf: Record<ContentKey, () => object> = {
  services: () => ({ name: 'A service', description: 'What it is' }),
  portfolio: () => ({
    title: 'A piece',
    slug: `piece-${crypto.randomUUID()}`,
    client_name: 'A client',
    description: 'What it is',
  }),
  blog: () => ({ title: 'A post' }),
  plans: () => ({ name: 'A plan' }),
};

/** A title that is not the one it has. */
const changed = (name: ContentKey) => ({
  [name === 'portfolio' || name === 'blog' ? 'title' : 'name']: `Another ${crypto.randomUUID()}`,
});

/** Posts are in the order of their dates. */
const withoutOrder = new Set<ContentKey>(['blog']);

/** The calls of the crud of one content type, over tRPC and REST. */
function crudRules(name: ContentKey): Record<string, Rule> {
  const path = `/admin/${contentTypes[name].path}`;
  const fields = leastOf[name];
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
      input: (ids) => ({ id: ids[name], ...fields(), ...changed(name) }),
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
    ...(!withoutOrder.has(name) && {
      [`admin.${name}.reorder`]: {
        may: writes,
        input: (ids: Ids) => ({ ids: [ids[name]] }),
      } satisfies Rule,
    }),
  };
}

/** The procedures of what the site shows. */
export const contentRules: Record<string, Rule> = Object.assign({}, ...contentKeys.map(crudRules));
