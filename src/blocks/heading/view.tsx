import { BlockLinks } from '~/blocks/block-links';
import type { BlockProps } from '~/blocks/block-props';
import { slugify } from '~/contract/common/slugs';
import styles from './view.module.css';

export function HeadingView({ block, isFirst }: BlockProps<'heading'>) {
  const { title, lead, links } = block;
  const Title = isFirst ? 'h1' : 'h2';
  return (
    <header
      className={`wrap ${isFirst ? styles.opening : styles.heading}`}
      id={isFirst ? undefined : slugify(title) || undefined}
    >
      <Title className={styles.title}>{title}</Title>
      {(lead || links.length > 0) && (
        <div className={styles.side}>
          {lead && <p className={styles.lead}>{lead}</p>}
          <BlockLinks links={links} />
        </div>
      )}
    </header>
  );
}
