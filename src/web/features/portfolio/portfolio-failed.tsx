import { LoadFailed } from '~/web/ui/load-failed';

export function PortfolioFailed() {
  return (
    <LoadFailed
      title="Error Loading Portfolio"
      text="Unable to load the portfolio. Please try again later."
    />
  );
}
