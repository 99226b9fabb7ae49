import type { Page } from '@playwright/test';

import type { Noise } from './fixtures';
import type { AxeOptions } from './page-checks';
import type { Role } from './sessions';

/** A state of a screen. */
export interface Look extends AxeOptions {
  name: string;
  /** Widths at which horizontal overflow is checked, if they differ from those for axe; false for no check. */
  fits?: number[];
  /** Changes the page from the previous state to this one. Before the first state, the URL is loaded. */
  show?(page: Page, noise: Noise): Promise<void>;
}

export interface Screen {
  path: string;
  role: Role;
  /** Console messages that the state causes, such as for a missing page. */
  allows?: RegExp[];
  /** States of the screen. Each one is reached from the previous one. */
  looks: [Look, ...Look[]];
}
