import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { PublicSettings } from '~/contract/settings/settings-schema';

export function useSettings(): PublicSettings {
  const { api } = useRouter().options.context;
  return useSuspenseQuery(api.settings.public.queryOptions()).data;
}

/** The signed-in user; null for visitors. */
export function useViewer(): CurrentUser | null {
  const { api } = useRouter().options.context;
  return useSuspenseQuery(api.identity.viewer.queryOptions()).data;
}
