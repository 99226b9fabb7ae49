import { httpBatchLink } from '@trpc/client';

import { batchLimit } from '~/contract/limits';
import type { ApiLink } from './trpc';

export const transport: ApiLink = httpBatchLink({ url: '/api/trpc', maxItems: batchLimit });
