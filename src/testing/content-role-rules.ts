import {
  type ContentKey,
  type ContentPermission,
  contentKeys,
  contentTypes,
} from '~/contract/content/content-types';
import { contentTables } from '~/server/features/content/content';
import {
  at,
  byId,
  type byName,
  everyone,
  get,
  type Ids,
  only,
  post,
  type Rule,
} from './role-answers';
import { contentCases } from './samples';

/** A title that is not the one it has. */
const changed = (name: ContentKey) => ({
  [contentTypes[name].title]: `Another ${crypto.randomUUID()}`,
});

/** Written out, not derived from the product's own table of roles, which they check. */
const mayOf: Record<ContentPermission, keyof typeof byName> = {
  'content.read': 'sees-content',
  'content.write': 'writes-content',
  'plans.read': 'owner',
  'plans.write': 'owner',
};

/** The calls of the crud of one content type, over tRPC and REST. */
function crudRules(name: ContentKey): Record<string, Rule> {
  const path = `/admin/${contentTypes[name].path}`;
  const { permissions } = contentTypes[name];
  const fields = contentCases[name].least;
  const trashed = `${name}Trash` as const;
  const sees = mayOf[permissions.read];
  const writes = mayOf[permissions.write];
  return {
    [`admin.${name}.list`]: { may: sees, input: () => ({}), rest: get(path) },
    [`admin.${name}.page`]: { may: sees, input: () => ({}) },
    [`admin.${name}.get`]: {
      may: sees,
      input: byId(name),
      rest: { method: 'GET', ...at(path, name) },
    },
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
    // Without a position, rows are in an order that nobody chooses.
    ...('position' in contentTables[name] && {
      [`admin.${name}.reorder`]: {
        may: writes,
        input: (ids: Ids) => ({ ids: [ids[name]] }),
      } satisfies Rule,
    }),
  };
}

const readRules = (name: ContentKey): Record<string, Rule> =>
  Object.fromEntries(
    Object.entries<Rule>(contentCases[name].reads).map(([read, rule]) => [`${name}.${read}`, rule]),
  );

const ownPageRules: Record<string, Rule> = {
  'admin.ownPages.versions': { may: 'sees-content', input: byId('ownPages') },
  'admin.ownPages.restoreVersion': {
    may: 'writes-content',
    input: (ids) => ({ id: ids.ownPages, version: 1 }),
    unrecorded: 'the first version is what it says already',
  },
  'admin.ownPages.previewLink': {
    may: 'writes-content',
    input: byId('ownPages'),
    unrecorded: 'a link to look at a draft changes nothing',
  },
  'admin.ownPages.revokePreviewLinks': { may: 'writes-content', input: byId('ownPages') },
  'admin.pageBlocks.get': { may: 'sees-content', input: () => ({ page: 'about' }) },
  'admin.pageBlocks.versions': { may: 'sees-content', input: () => ({ page: 'about' }) },
  'admin.pageBlocks.save': {
    may: 'writes-content',
    input: () => ({
      page: 'about',
      blocks: [{ type: 'heading', title: `Below ${crypto.randomUUID()}` }],
    }),
  },
  'admin.pageBlocks.restoreVersion': {
    may: 'writes-content',
    input: () => ({ page: 'pricing', version: 1 }),
    unrecorded: 'the first version is what it says already',
  },
  'pageBlocks.below': { may: 'everyone', input: () => ({ page: 'about' }) },
  'pageDrafts.byLink': { may: everyone(404), input: () => ({ token: 'no-such-token' }) },
};

const byUnknownLink = () => ({ token: 'no-such-token' });
/** An admin knows the link, but is not the client. */
const butAdmins = {
  ...everyone(404),
  owner: 403 as const,
  manager: 403 as const,
  editor: 403 as const,
  viewer: 403 as const,
};

const testimonialRules: Record<string, Rule> = {
  'admin.testimonials.ask': {
    may: only(['owner', 'manager'], 409),
    input: ({ request }) => ({ requestId: request }),
    rest: post('/admin/testimonials/ask'),
  },
  'admin.testimonials.ofRequest': {
    may: 'sees-business',
    input: ({ request }) => ({ requestId: request }),
  },
  'testimonialLinks.get': {
    may: everyone(404),
    input: byUnknownLink,
    rest: get('/testimonials/by-link/no-such-token'),
  },
  'testimonialLinks.give': {
    may: butAdmins,
    input: () => ({ token: 'no-such-token', words: 'Good work it was', name: 'Ada', agreed: true }),
    rest: post('/testimonials/by-link/no-such-token'),
  },
  'testimonialLinks.takeBack': {
    may: butAdmins,
    input: byUnknownLink,
    rest: post('/testimonials/by-link/no-such-token/take-back'),
  },
};

/** The procedures of what the site shows. */
export const contentRules: Record<string, Rule> = Object.assign(
  {},
  ownPageRules,
  testimonialRules,
  ...contentKeys.flatMap((name) => [crudRules(name), readRules(name)]),
);
