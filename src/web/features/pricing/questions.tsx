import type { Question } from '~/contract/settings/settings';
import styles from './questions.module.css';

export function Questions({ questions }: { questions: Question[] }) {
  if (questions.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="questions-title">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="questions-title">Before you pay</h2>
        <div>
          {questions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
