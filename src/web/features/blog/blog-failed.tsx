import { LoadFailed } from '~/web/ui/load-failed';

export function BlogFailed() {
  return (
    <LoadFailed title="Error Loading Blog" text="Unable to load posts. Please try again later." />
  );
}
