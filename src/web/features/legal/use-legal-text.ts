import { useRouter } from '@tanstack/react-router';

import type { LegalPageName } from '~/contract/legal/legal';
import type { LegalText } from '~/contract/legal/legal-schema';
import { useResult } from '~/web/lib/use-result';

export function useLegalText(page: LegalPageName): LegalText {
  const { api } = useRouter().options.context;
  return useResult(api.legal.text.queryOptions({ page }));
}
