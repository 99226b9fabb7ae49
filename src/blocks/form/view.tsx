import type { BlockProps } from '~/blocks/block-props';
import { BlockSection } from '~/blocks/block-section';
import { OwnForm } from '~/web/features/forms/own-form';
import styles from './view.module.css';

export function FormView({ block }: BlockProps<'form'>) {
  const { title, text, form } = block;
  return (
    <BlockSection title={title}>
      <div className={`wrap ${styles.form}`}>
        {text && <p className={styles.text}>{text}</p>}
        <OwnForm form={form} />
      </div>
    </BlockSection>
  );
}
