import { nineteenMinutesOfWork } from './posts/nineteen-minutes-of-work';
import { pageForOneBarOfSignal } from './posts/page-for-one-bar-of-signal';
import type { PostSeed } from './posts/post-seed';
import { restoreDay } from './posts/restore-day';
import { setForCandlelight } from './posts/set-for-candlelight';
import { whatAWebsiteCosts } from './posts/what-a-website-costs';
import { writeDownWhatCallersAsk } from './posts/write-down-what-callers-ask';

export type { PostSeed };

/** Newest first. Firms and figures are invented. */
export const seedPosts: PostSeed[] = [
  whatAWebsiteCosts,
  pageForOneBarOfSignal,
  writeDownWhatCallersAsk,
  setForCandlelight,
  nineteenMinutesOfWork,
  restoreDay,
];
