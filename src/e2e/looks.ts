import type { Page } from '@playwright/test';

import type { Noise } from './fixtures';
import type { AxeOptions } from './page-checks';
import type { Role } from './sessions';

/** One state of a screen. */
export interface Look extends AxeOptions {
  name: string;
  /** Where horizontal overflow is checked, if not at the widths that axe uses, or at all. */
  fits?: number[];
  /** Brings the page into this state from the one before; the first is what the URL shows. */
  show?(page: Page, noise: Noise): Promise<void>;
}

export interface Screen {
  path: string;
  role: Role;
  /** Expected console messages, such as for a missing page. */
  allows?: RegExp[];
  /** Its states, in the order in which they follow from each other. */
  looks: [Look, ...Look[]];
}
