import { useLayoutEffect, useReducer, useRef } from 'react';

import type { flightMark } from '~/contract/common/flight-mark';
import { type FlightMarkKind, flightMarkBox } from '~/contract/common/flight-mark-sizes';

export interface FlightMarkProps {
  seed: string;
  kind: FlightMarkKind;
  className?: string | undefined;
  /** Given when the mark stands for something; without it the mark is decoration. */
  title?: string | undefined;
}

let draw: typeof flightMark | undefined;

/** The server has the drawing at hand from its start; a browser only loads it for pages that it draws itself. */
export function drawFlightMarksBy(drawing: typeof flightMark): void {
  draw = drawing;
}

export async function loadFlightMarks(): Promise<void> {
  if (!draw) drawFlightMarksBy((await import('~/contract/common/flight-mark')).flightMark);
}

export function FlightMark({ seed, kind, className, title }: FlightMarkProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const name = `${kind} ${seed}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark is another element
  useLayoutEffect(() => {
    // What the server drew is there already.
    if (!svg.current?.hasChildNodes()) loadFlightMarks().then(drawAgain, () => {});
  }, [name]);

  const naming = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true };
  return (
    <svg
      key={name}
      ref={svg}
      viewBox={flightMarkBox(kind)}
      className={className}
      {...naming}
      // Safe: the markup is made of numbers; nothing of the seed's text gets into it.
      dangerouslySetInnerHTML={{ __html: draw?.(seed, kind).body ?? '' }}
      suppressHydrationWarning
    />
  );
}
