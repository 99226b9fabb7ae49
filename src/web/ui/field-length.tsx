import styles from './field.module.css';

/** Share of the maximum length from which the length is shown. */
const near = 0.8;

/** Shows the length of a text if it is near or above the maximum. */
export function LengthNote({ length, max }: { length: number; max: number }) {
  if (length <= max * near) return null;
  const over = length - max;
  return (
    <p className={over > 0 ? styles.error : styles.hint} role="status">
      {length} of {max} characters{over > 0 && `: ${over} too many`}
    </p>
  );
}
