import { Fragment } from 'react';

import { piecesOf } from '~/contract/common/links';
import styles from './plain-text.module.css';

/** Shows plain text with its line breaks, spaces and links. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className={styles.text} dir="auto">
      {piecesOf(text).map(({ at, text: piece, href }) =>
        href ? (
          <a key={at} href={href} rel="noopener ugc">
            {piece}
          </a>
        ) : (
          <Fragment key={at}>{piece}</Fragment>
        ),
      )}
    </div>
  );
}
