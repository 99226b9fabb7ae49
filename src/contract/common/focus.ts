/** Point of a picture that stays visible when it is cropped, in percent from the left and the top. */
export interface FocalPoint {
  x: number;
  y: number;
}

export const middle: FocalPoint = { x: 50, y: 50 };
