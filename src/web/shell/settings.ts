import { useRouter } from '@tanstack/react-router';

import type { HideablePage, PageKey } from '~/contract/built-in-pages/built-in-pages';
import type { PageSection } from '~/contract/built-in-pages/page-sections';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import { useResult } from '~/web/lib/use-result';

export function useSettings(): PublicSettings {
  const { api } = useRouter().options.context;
  return useResult(api.settings.public.queryOptions());
}

/** Returns the signed-in user; null for visitors. */
export function useViewer(): CurrentUser | null {
  const { api } = useRouter().options.context;
  return useResult(api.identity.viewer.queryOptions());
}

/** Returns the texts of a page: the agency's texts, or the default texts if there are none. */
export function useTexts<Name extends string>(
  page: PageKey,
  texts: Record<Name, string>,
): Record<Name, string> {
  return { ...texts, ...useSettings().pages?.[page] };
}

/** Returns whether the agency shows a page or a section of a page. */
export function useIsShown(name: HideablePage | PageSection): boolean {
  return !useSettings().links.hidden?.includes(name);
}
