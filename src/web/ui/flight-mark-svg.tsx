import { type SVGAttributes, useLayoutEffect, useReducer, useRef } from 'react';

import type { flightMark } from '~/contract/common/flight-mark';
import { type FlightMarkKind, flightMarkBox } from '~/contract/common/flight-mark-sizes';
import type { flightScenes } from '~/contract/common/flight-scenes';
import type { workCover } from '~/contract/common/work-cover';

export interface FlightMarkProps {
  seed: string;
  kind: FlightMarkKind;
  className?: string | undefined;
}

export interface Drawings {
  flightMark: typeof flightMark;
  flightPath: string;
  flightScenes: typeof flightScenes;
  workCover: typeof workCover;
}

let drawings: Drawings | undefined;

/**
 * Sets the drawing functions. The server loads them at startup. A browser only loads them for pages
 * that it renders itself.
 */
export function drawFlightsBy(loaded: Drawings): void {
  drawings = loaded;
}

export async function loadFlightDrawings(): Promise<void> {
  if (!drawings) drawFlightsBy(await import('./flight-drawings'));
}

interface LateSvgProps extends SVGAttributes<SVGSVGElement> {
  draw(by: Drawings): string;
}

/**
 * Decorative drawing whose code may be loaded late. Different drawings need different React keys,
 * because an element never changes its drawing.
 */
export function LateSvg({ draw, ...attributes }: LateSvgProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);

  useLayoutEffect(() => {
    // The server has already rendered the drawing.
    if (!svg.current?.hasChildNodes()) loadFlightDrawings().then(drawAgain, () => {});
  }, []);

  return (
    <svg
      ref={svg}
      {...attributes}
      aria-hidden
      // The markup is safe: it consists of numbers and escaped text.
      dangerouslySetInnerHTML={{ __html: drawings ? draw(drawings) : '' }}
      suppressHydrationWarning
    />
  );
}

export function FlightMark({ seed, kind, className }: FlightMarkProps) {
  return (
    <LateSvg
      key={`${kind} ${seed}`}
      draw={({ flightMark }) => flightMark(seed, kind).body}
      viewBox={flightMarkBox(kind)}
      className={className}
    />
  );
}

/** The bird's path over the landing page. */
export function FlightPath({ className }: { className: string | undefined }) {
  return (
    <LateSvg
      draw={({ flightPath }) => flightPath}
      className={className}
      viewBox="0 0 1440 900"
      fill="none"
      preserveAspectRatio="xMidYMin slice"
    />
  );
}
