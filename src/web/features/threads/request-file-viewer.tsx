import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSuspenseQuery } from '~/web/lib/queries';
import { FileViewer } from './file-viewer';

/** Provides a viewer of all pictures of the thread, oldest first, to a request's page. */
export function RequestFileViewer(props: { requestId: number; children: ReactNode }) {
  const { requestId, children } = props;
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.requestThreads.get.queryOptions({ id: requestId }));
  const files = data.files.map((file) => ({ ...file, requestId })).reverse();
  return (
    <FileViewer key={requestId} files={files}>
      {children}
    </FileViewer>
  );
}
