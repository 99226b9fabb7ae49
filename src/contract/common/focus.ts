/** The point of a picture that stays in view when it is cut, in percent from its left and its top. */
export interface FocalPoint {
  x: number;
  y: number;
}

export const middle: FocalPoint = { x: 50, y: 50 };
