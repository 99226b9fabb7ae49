import { useLayoutEffect, useReducer, useRef } from 'react';

import type { drawQrCode } from './qr-drawing';
import styles from './served-qr-code.module.css';

let draw: typeof drawQrCode | undefined;

/**
 * Sets the drawing function. The server loads it at startup. A browser only loads it for a QR code
 * that it draws itself.
 */
export function drawQrCodesBy(drawing: typeof drawQrCode): void {
  draw = drawing;
}

async function loadDrawing(): Promise<void> {
  if (!draw) drawQrCodesBy((await import('./qr-drawing')).drawQrCode);
}

function markupOf(text: string): string {
  if (!draw) return '';
  const { side, path } = draw(text);
  return `<svg viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path d="M0 0h${side}v${side}h-${side}z" class="${styles.ground}"/><path d="${path}" class="${styles.modules}"/></svg>`;
}

/** QR code on a public page. It is part of the server's HTML, so that no page's scripts contain the drawing code. */
export function ServedQrCode({ text, label }: { text: string; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text creates a new element
  useLayoutEffect(() => {
    // The server has already rendered the code.
    if (!place.current?.hasChildNodes()) loadDrawing().then(drawAgain, () => {});
  }, [text]);

  return (
    <div
      key={text}
      ref={place}
      role="img"
      aria-label={label}
      className={styles.place}
      // The markup is safe: it consists of numbers, without the text.
      dangerouslySetInnerHTML={{ __html: markupOf(text) }}
      suppressHydrationWarning
    />
  );
}
