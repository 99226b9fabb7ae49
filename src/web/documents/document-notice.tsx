import type { ReactNode } from 'react';

import type { Tone } from '~/contract/common/statuses';
import '~/web/ui/tones.css';
import styles from './document-notice.module.css';

/** Status notice above a document. */
export function DocumentNotice(props: {
  tone: Tone;
  title: string;
  /** True if the status has just changed. The notice is then announced and scrolled into view. */
  isNew?: boolean;
  children?: ReactNode;
}) {
  const { tone, title, isNew = false, children } = props;
  return (
    <div
      className={styles.notice}
      data-tone={tone}
      {...(isNew && { role: 'status', tabIndex: -1, ref: bringIntoView })}
    >
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}

function bringIntoView(notice: HTMLElement | null) {
  notice?.focus({ preventScroll: true });
  notice?.scrollIntoView({ block: 'center' });
}
