import styles from './cut-text.module.css';

/** What the text of a mailed message leaves out: quotation and signature. */
export function CutText({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <details className={styles.cut}>
      <summary>Show quoted text and signature</summary>
      <div dir="auto">{text}</div>
    </details>
  );
}
