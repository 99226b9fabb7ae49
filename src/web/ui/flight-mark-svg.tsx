import { useMemo } from 'react';
import { type FlightMarkKind, flightMark } from './flight-mark';

export interface FlightMarkProps {
  seed: string;
  kind: FlightMarkKind;
  className?: string | undefined;
  /** Given when the mark stands for something; without it the mark is decoration. */
  title?: string | undefined;
}

export function FlightMark({ seed, kind, className, title }: FlightMarkProps) {
  const { viewBox, body } = useMemo(() => flightMark(seed, kind), [seed, kind]);
  const naming = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true };
  return (
    <svg
      viewBox={viewBox}
      className={className}
      {...naming}
      // Safe: the markup is made of numbers; nothing of the seed's text gets into it.
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}
