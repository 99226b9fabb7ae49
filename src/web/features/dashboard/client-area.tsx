import { type ReactNode, useRef } from 'react';

import { Live } from '~/web/shell/live';
import { useViewer } from '~/web/shell/settings';
import styles from './client-area.module.css';
import { ClientNav } from './client-nav';
import { DeletionBanner } from './deletion-banner';
import { useKeptFocus } from './use-kept-focus';

/** Frame of every page of the client area, within the site's layout. */
export function ClientArea({ children }: { children: ReactNode }) {
  const viewer = useViewer();
  const content = useRef<HTMLDivElement>(null);
  useKeptFocus(content);
  const isClient = viewer !== null && !viewer.isAdmin;
  return (
    <Live isEnabled={isClient}>
      {isClient && <ClientNav />}
      {viewer?.deletionDueAt && (
        <DeletionBanner viewer={{ ...viewer, deletionDueAt: viewer.deletionDueAt }} />
      )}
      <div ref={content} id="content" tabIndex={-1} className={styles.content}>
        {children}
      </div>
    </Live>
  );
}
