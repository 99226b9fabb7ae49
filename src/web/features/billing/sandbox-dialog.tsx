import { createRoot } from 'react-dom/client';

import { Button } from '~/web/ui/button';
import styles from './sandbox-card.module.css';

function Question({ onAnswer }: { onAnswer(isApproved: boolean): void }) {
  return (
    <dialog
      className={styles.dialog}
      aria-labelledby="sandbox-bank"
      // Shown when it appears: a dialog that is merely open does not hold the page behind it.
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onAnswer(false);
      }}
    >
      <h2 id="sandbox-bank" className={styles.title}>
        Your bank asks: is it you?
      </h2>
      <p className={styles.text}>
        A real bank would ask for a code or its app here. In the sandbox, you choose the result.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => onAnswer(true)}>Complete authentication</Button>
        <Button variant="outline" onClick={() => onAnswer(false)}>
          Fail authentication
        </Button>
      </div>
    </dialog>
  );
}

/** Asks as a bank would. @returns whether it was approved */
export function askBank(): Promise<boolean> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    root.render(
      <Question
        onAnswer={(isApproved) => {
          root.unmount();
          place.remove();
          resolve(isApproved);
        }}
      />,
    );
  });
}
