import { generate } from 'lean-qr';

import styles from './qr-code.module.css';

/** Modules of white around the code, as scanners need them. */
const margin = 4;

/** A QR code, drawn here: what it holds goes to no other site. Dark on white in both themes, since not all apps read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const side = code.size + 2 * margin;
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) path += `M${x + margin} ${y + margin}h1v1h-1z`;
    }
  }
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      className={styles.code}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${side}v${side}h-${side}z`} className={styles.ground} />
      <path d={path} className={styles.modules} />
    </svg>
  );
}
