import { z } from 'zod';

import type { FocalPoint } from './focus';

const message = 'A focal point is two numbers in percent, from 0 to 100';
const percent = z.number(message).min(0, message).max(100, message);

export const focusSchema = z.object(
  { x: percent, y: percent },
  message,
) satisfies z.ZodType<FocalPoint>;
