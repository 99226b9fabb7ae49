import type { Exhibit } from '~/contract/portfolio/exhibits-schema';
import { ExhibitView } from '~/web/content/exhibits/exhibits';
import styles from './item-exhibit.module.css';

/** Drawing of the case study, on a separate plate or within a chapter. */
export function ItemExhibit({ exhibit, isPlate }: { exhibit: Exhibit; isPlate?: boolean }) {
  return (
    <div className={isPlate ? styles.plate : styles.inline}>
      <ExhibitView exhibit={exhibit} />
    </div>
  );
}
