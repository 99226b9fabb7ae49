import '~/web/ui/prose.css';
import styles from './markdown.module.css';

/** What was written, as the server's renderer has made it: safe for any text. */
export function Markdown({ html }: { html: string }) {
  return (
    <div
      className={`prose ${styles.words}`}
      dir="auto"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
