import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { Button } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';
import { toast } from '~/web/ui/toast-store';

const title = 'Error Loading Portfolio';
const text = 'Unable to load the portfolio. Please try again later.';

export function PortfolioFailed() {
  const router = useRouter();
  useEffect(() => {
    toast({ title, description: text, variant: 'destructive' });
  }, []);
  return (
    <Notice title={title} text={text}>
      <Button onClick={() => router.invalidate()}>Try again</Button>
    </Notice>
  );
}
