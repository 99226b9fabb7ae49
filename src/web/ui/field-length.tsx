import styles from './field.module.css';

/** From this part of the bound on, the length is shown. */
const near = 0.8;

/** How long a text is, where it comes near to its bound or is past it. */
export function LengthNote({ length, max }: { length: number; max: number }) {
  if (length <= max * near) return null;
  const over = length - max;
  return (
    <p className={over > 0 ? styles.error : styles.hint} role="status">
      {length} of {max} characters{over > 0 && `: ${over} too many`}
    </p>
  );
}
