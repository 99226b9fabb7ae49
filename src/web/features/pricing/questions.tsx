import { type ReactNode, useId } from 'react';

import styles from './questions.module.css';

/** Questions whose answers open in place. */
export function Questions(props: {
  title: string;
  questions: { question: string; answer: ReactNode }[];
}) {
  const id = useId();
  if (props.questions.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={`wrap ${styles.grid}`}>
        <h2 id={id}>{props.title}</h2>
        <div>
          {props.questions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>{question}</summary>
              <div className={styles.answer}>{answer}</div>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
