import { router } from './base/trpc';
import { identityRouter } from './identity/router';
import { portfolioRouter } from './portfolio/router';
import { quotesRouter } from './quotes/router';
import { servicesRouter } from './services/router';
import { settingsRouter } from './settings/router';

export const appRouter = router({
  identity: identityRouter,
  portfolio: portfolioRouter,
  quotes: quotesRouter,
  services: servicesRouter,
  settings: settingsRouter,
});

export type AppRouter = typeof appRouter;
