export type FlightMarkKind = 'emblem' | 'cover' | 'avatar';

export const flightMarkSizes: Record<FlightMarkKind, { width: number; height: number }> = {
  emblem: { width: 96, height: 96 },
  cover: { width: 320, height: 200 },
  avatar: { width: 64, height: 64 },
};

export function flightMarkBox(kind: FlightMarkKind): string {
  const { width, height } = flightMarkSizes[kind];
  return `0 0 ${width} ${height}`;
}
