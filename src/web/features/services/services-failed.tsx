import { LoadFailed } from '~/web/ui/load-failed';

export function ServicesFailed() {
  return (
    <LoadFailed
      title="Error Loading Services"
      text="Unable to load services. Please try again later."
    />
  );
}
