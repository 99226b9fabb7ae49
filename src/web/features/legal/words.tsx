import styles from './legal.module.css';

/**
 * Shows the paragraphs and lists of a section. The HTML is safe, because the server renders it from
 * Markdown without raw HTML.
 */
export function Words({ html }: { html: string }) {
  return <div className={styles.blocks} data-markdown dangerouslySetInnerHTML={{ __html: html }} />;
}
