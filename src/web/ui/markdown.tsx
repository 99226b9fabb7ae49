import '~/web/ui/prose.css';
import styles from './markdown.module.css';

/** Shows Markdown as HTML from the server, which is safe for any text. */
export function Markdown({ html }: { html: string }) {
  return (
    <div
      className={`prose ${styles.words}`}
      dir="auto"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
