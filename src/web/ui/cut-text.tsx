import styles from './cut-text.module.css';

/** Shows the quoted text and the signature of an emailed message, which are hidden at first. */
export function CutText({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <details className={styles.cut}>
      <summary>Show quoted text and signature</summary>
      <div dir="auto">{text}</div>
    </details>
  );
}
