import { createRoot } from 'react-dom/client';

import { Button } from '~/web/ui/button';
import styles from './sandbox-fields.module.css';

interface Question<Answer> {
  title: string;
  /** Possible answers. The first one is the default, and Escape selects the last one. */
  answers: readonly (readonly [label: string, answer: Answer])[];
}

/** Asks for a confirmation, as a bank would. */
export function askBank<Answer>({ title, answers }: Question<Answer>): Promise<Answer | undefined> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    const onAnswer = (answer: Answer | undefined) => {
      root.unmount();
      place.remove();
      resolve(answer);
    };
    root.render(
      <dialog
        className={styles.dialog}
        aria-labelledby="sandbox-bank"
        // Opens as a modal, because a non-modal dialog does not block the page behind it.
        ref={(dialog) => {
          if (dialog && !dialog.open) dialog.showModal();
        }}
        onCancel={(event) => {
          event.preventDefault();
          onAnswer(answers.at(-1)?.[1]);
        }}
      >
        <h2 id="sandbox-bank" className={styles.title}>
          {title}
        </h2>
        <p className={styles.text}>
          A real bank would show its own page or app here. In the sandbox, you choose the result.
        </p>
        <div className={styles.actions}>
          {answers.map(([label, answer], at) => (
            <Button
              key={label}
              variant={at === 0 ? 'default' : 'outline'}
              onClick={() => onAnswer(answer)}
            >
              {label}
            </Button>
          ))}
        </div>
      </dialog>,
    );
  });
}
