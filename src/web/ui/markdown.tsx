import '~/web/ui/prose.css';
import styles from './markdown.module.css';

/** Shows a text as the server has rendered it, which is safe for any text. */
export function Markdown({ html }: { html: string }) {
  return (
    <div
      className={`prose ${styles.words}`}
      dir="auto"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
