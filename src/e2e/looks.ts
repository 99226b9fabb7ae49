import type { Page } from '@playwright/test';

import type { Noise } from './fixtures';
import type { AxeOptions } from './page-checks';
import type { Role } from './sessions';

/** One look of a screen. */
export interface Look extends AxeOptions {
  name: string;
  /** Where nothing may stick out to the side, if not at the widths at which axe looks, or at all. */
  fits?: number[];
  /** Brings the page there from the look before; the first is what the address shows. */
  show?(page: Page, noise: Noise): Promise<void>;
}

export interface Screen {
  path: string;
  role: Role;
  /** What is asked of the browser's console, such as that a page is not there. */
  allows?: RegExp[];
  /** Its looks, in the order in which they follow from each other. */
  looks: [Look, ...Look[]];
}
