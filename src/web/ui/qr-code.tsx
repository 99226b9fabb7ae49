import styles from './qr-code.module.css';
import { drawQrCode } from './qr-drawing';

/**
 * QR code, drawn in the browser, so that no other site learns its content. It is dark on white in
 * both themes, because not all apps read inverted codes.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = drawQrCode(text);
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
