/**
 * Kinds of scenes: 'aloft' is a bird in flight, 'hover' is for searches, 'perch' is for empty
 * lists, and 'landing' is for arrivals and confirmations.
 */
export type FlightSceneKind = 'aloft' | 'hover' | 'landing' | 'perch';

const sun = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="var(--straw)"/>`;

const contours = (paths: string, color = 'line') =>
  `<path stroke="var(--${color})" stroke-width="1.5" d="${paths}"/>`;

/** Draws the flight path. Its line is animated once. */
const way = (path: string) =>
  `<path pathLength="1" stroke="var(--rust)" stroke-width="2.5" d="${path}"/>`;

/** Draws two wings and a tail, as in the marks. */
const bird = (transform: string, rise: number) =>
  `<g transform="${transform}"><path fill="var(--slate)" d="M0-3a21 21 0 0 1 0 27 21 21 0 0 1 0-27"/><path fill="var(--rust)" d="M-40 0q20-${rise} 40 0 20-${rise} 40 0-20-10-40 0-20-10-40 0"/></g>`;

const hills =
  'M-10 160a64 64 0 0 1 128 0M4 160a50 50 0 0 1 100 0M18 160a36 36 0 0 1 72 0M32 160a22 22 0 0 1 44 0';

const bough =
  '<path fill="var(--slate)" d="M328 82Q276 78 208 95 276 92 328 106zM276 80q4-17 24-21-5 17-24 21"/>';

/** Flight path that descends, passes below the perch and rises to it. */
const approach = 'M-8 22C60 22 92 140 150 138S192 76 234 76';

/**
 * Drawings for empty states and confirmation pages, 320 by 160 units. Parts in the light color are
 * direct children. Only the flight path is animated.
 */
export const flightScenes: Record<FlightSceneKind, string> = {
  aloft:
    sun(214, 74, 44) +
    `<g>${contours('M-8 110C70 128 124 96 150 62S214-2 330-2M-8 124C72 142 132 110 158 76S226 14 330 14M-8 152C80 166 146 138 174 104S240 46 330 46')}</g>` +
    way('M-8 138C76 154 139 124 166 90S212 44 236 40') +
    bird('translate(262 35) rotate(-12)', 34),
  hover:
    sun(160, 66, 40) +
    `<g>${contours('M120 72q20-30 40 0 20-30 40 0M125 84q17.5-26 35 0 17.5-26 35 0M130 96q15-22 30 0 15-22 30 0M135 108q12.5-18 25 0 12.5-18 25 0', 'edge')}${contours('M-8 152C60 120 104 120 160 136S268 138 328 116M-8 160C60 132 104 132 160 147S268 150 328 130')}</g>` +
    bird('translate(160 50)', 36),
  perch:
    sun(54, 160, 36) +
    `<g>${contours(hills)}<path stroke="var(--edge)" stroke-width="2" stroke-linecap="round" stroke-dasharray="0 8" d="${approach}"/></g>` +
    bough,
  landing:
    sun(236, 62, 46) +
    `<g>${contours(hills)}</g>` +
    way(approach) +
    bough +
    bird('translate(236 68)', 48),
};
