import { useProtected } from '~/web/shell/use-protected';
import { PagePlan } from './page-plan';
import { PlanPending } from './plan-pending';

export function ScreenPlan() {
  return useProtected() ? <PagePlan /> : <PlanPending />;
}
