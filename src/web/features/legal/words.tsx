import styles from './legal.module.css';

/** Paragraphs and lists of a section, as the server's renderer has made them: safe for any text. */
export function Words({ html }: { html: string }) {
  return <div className={styles.blocks} data-markdown dangerouslySetInnerHTML={{ __html: html }} />;
}
