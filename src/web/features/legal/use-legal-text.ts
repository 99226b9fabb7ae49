import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import type { LegalPageName } from '~/contract/legal/legal';
import type { LegalText } from '~/contract/legal/legal-schema';

export function useLegalText(page: LegalPageName): LegalText {
  const { api } = useRouter().options.context;
  return useSuspenseQuery(api.legal.text.queryOptions({ page })).data;
}
