import { useNavigate } from '@tanstack/react-router';

import { type Category, categoryLabels } from '~/contract/categories';
import styles from './page-services.module.css';

/** Buttons of a plain form, so that the filter works before any script has run. */
export function CategoryFilter({
  offered,
  chosen,
}: {
  offered: Category[];
  chosen: Category | undefined;
}) {
  const navigate = useNavigate();
  const choose = (category: Category | undefined) =>
    navigate({ to: '/services', search: category ? { category } : {}, resetScroll: false });
  return (
    <form
      action="/services"
      data-live
      className={styles.filter}
      aria-label="Filter by category"
      onSubmit={(event) => {
        event.preventDefault();
        const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
        void choose(offered.find((one) => one === button?.value));
      }}
    >
      <button type="submit" className={styles.chip} aria-pressed={!chosen}>
        All
      </button>
      {offered.map((category) => (
        <button
          key={category}
          type="submit"
          name="category"
          value={category}
          className={styles.chip}
          aria-pressed={chosen === category}
        >
          {categoryLabels[category]}
        </button>
      ))}
    </form>
  );
}
