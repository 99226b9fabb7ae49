import type { Page } from '@playwright/test';

import type { Noise } from './fixtures';
import type { AxeOptions } from './page-checks';
import type { Role } from './sessions';

/** A state of a screen. */
export interface Look extends AxeOptions {
  name: string;
  /** Widths for checking horizontal overflow, if not those used by axe; or false. */
  fits?: number[];
  /** Brings the page from the previous state into this one; the first state is the loaded URL. */
  show?(page: Page, noise: Noise): Promise<void>;
}

export interface Screen {
  path: string;
  role: Role;
  /** Expected console messages, such as for a missing page. */
  allows?: RegExp[];
  /** Its states, each reached from the previous one. */
  looks: [Look, ...Look[]];
}
