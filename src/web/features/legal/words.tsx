import styles from './legal.module.css';

/** Shows paragraphs and lists of a section as rendered by the server: safe for any text. */
export function Words({ html }: { html: string }) {
  return <div className={styles.blocks} data-markdown dangerouslySetInnerHTML={{ __html: html }} />;
}
