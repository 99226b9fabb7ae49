import type { AdminSearch } from '~/contract/admin/admin';
import { creations } from '~/contract/admin/creations';
import type { SearchKind } from '~/contract/admin/search';
import type { SearchResult } from '~/contract/admin/search-schema';
import {
  type AdminSection,
  adminSections,
  entryOf,
  type SettingsView,
  sectionViews,
} from '~/contract/admin/sections';
import { settingsForms } from '~/contract/admin/settings-index';
import { builtInPages, pageKeys } from '~/contract/built-in-pages/built-in-pages';
import type { Permission } from '~/contract/identity/permissions';
import { keysOf } from './search-keys';

/** Returns the URL of a screen in the panel. @param hash label of a setting, which gets the focus */
export function panelPath(search: AdminSearch, hash = ''): string {
  const parameters = Object.entries(search).map(([key, value]) => [key, String(value)]);
  const fragment = hash && `#${encodeURIComponent(hash)}`;
  return `/admin?${new URLSearchParams(parameters)}${fragment}`;
}

/** Search result that is not a record, such as a section or a setting. */
export interface Entry extends SearchResult {
  kind: Extract<SearchKind, 'section' | 'action' | 'setting'>;
  permission: Permission;
  keys: Set<string>;
}

function entry(
  kind: Entry['kind'],
  permission: Permission,
  result: Omit<SearchResult, 'kind'>,
): Entry {
  return { ...result, kind, permission, keys: keysOf([result.title]) };
}

const sectionKeys = Object.keys(adminSections) as AdminSection[];

const sections = sectionKeys.map((section) => {
  const { title, permission } = adminSections[section];
  const parent = entryOf(section);
  const subtitle = parent === section ? '' : adminSections[parent].title;
  return entry('section', permission, {
    id: section,
    title,
    subtitle,
    path: panelPath({ section }),
  });
});

const viewsOf = (section: 'invoices' | 'payments') =>
  Object.entries(sectionViews[section])
    .slice(1)
    .map(([view, title]) => [section, view, title] as const);

/** Views inside sections. */
const views = [
  ...viewsOf('invoices'),
  ...viewsOf('payments'),
  ...pageKeys.map((key) => ['builtInPages', key, builtInPages[key].label] as const),
].map(([section, tab, title]) => {
  const { title: subtitle, permission } = adminSections[section];
  const path = panelPath({ section, tab });
  return entry('section', permission, { id: `${section}/${tab}`, title, subtitle, path });
});

/** A proposal is created without a form, so the action opens the list. */
const actions = creations.map(({ section, label, permission }) =>
  entry('action', permission, {
    id: section,
    title: `New ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    subtitle: '',
    path: panelPath(section === 'proposals' ? { section } : { section, open: 'new' }),
  }),
);

const settings = Object.entries(sectionViews.settings).flatMap(([tab, tabLabel]) => {
  const forms: Record<string, readonly string[]> = settingsForms[tab as SettingsView];
  const setting = (title: string, places: string[], hash = title) =>
    entry('setting', 'settings.read', {
      id: [tab, ...places.slice(2), title].join('/'),
      title,
      subtitle: places.join(' · '),
      path: panelPath({ section: 'settings', tab }, hash),
    });
  return [
    ...(tabLabel in forms ? [] : [setting(tabLabel, ['Settings'], '')]),
    ...Object.entries(forms).flatMap(([form, labels]) => [
      setting(form, ['Settings', tabLabel]),
      ...labels.map((label) => setting(label, ['Settings', tabLabel, form])),
    ]),
  ];
});

/** Sections, actions and settings, in order of preference. */
export const entries: readonly Entry[] = [...sections, ...views, ...actions, ...settings];
