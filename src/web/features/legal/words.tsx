import styles from './legal.module.css';

/** Shows paragraphs and lists of a section. They were rendered on the server, so that any text is safe. */
export function Words({ html }: { html: string }) {
  return <div className={styles.blocks} data-markdown dangerouslySetInnerHTML={{ __html: html }} />;
}
