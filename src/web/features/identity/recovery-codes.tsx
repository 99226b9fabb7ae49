import { useState } from 'react';

import { Button } from '~/web/ui/button';
import styles from './second-factor.module.css';

/** Shows recovery codes, only once: when the first second factor has been set up. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  return (
    <div className={styles.step}>
      <p>
        Each code signs you in once if you lose your second factor. Store them with your passwords:
        they are not shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button size="lg" onClick={onDone}>
          I have saved them
        </Button>
        <Button size="lg" variant="outline" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  );
}
