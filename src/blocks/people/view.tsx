import frame from '~/blocks/block.module.css';
import type { BlockProps } from '~/blocks/block-props';
import { Team } from '~/web/features/about/team';

export function PeopleView({ block }: BlockProps<'people'>) {
  const { title, people } = block;
  return (
    <div className={frame.block}>
      <Team team={{ title, people }} />
    </div>
  );
}
