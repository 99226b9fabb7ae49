import { useRouter } from '@tanstack/react-router';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import { useResult } from '~/web/lib/use-result';

export function useSettings(): PublicSettings {
  const { api } = useRouter().options.context;
  return useResult(api.settings.public.queryOptions());
}

/** The signed-in user; null for visitors. */
export function useViewer(): CurrentUser | null {
  const { api } = useRouter().options.context;
  return useResult(api.identity.viewer.queryOptions());
}
