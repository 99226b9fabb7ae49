import styles from './chips.module.css';

interface Chip {
  value: string;
  label: string;
}

/**
 * Options of which one, or all, can be selected. They are submit buttons, so that they work before
 * scripts have run.
 *
 * @param props.action the page's own path, to which the choice is added as `name`
 */
export function Chips(props: {
  action: string;
  name: string;
  label: string;
  options: readonly Chip[];
  chosen: string | undefined;
  onChoose(value: string | undefined): void;
}) {
  const { action, name, label, options, chosen, onChoose } = props;
  return (
    <form
      action={action}
      data-live
      className={styles.chips}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
        onChoose(button?.value || undefined);
      }}
    >
      <button type="submit" className={styles.chip} aria-pressed={!chosen}>
        All
      </button>
      {options.map((option) => (
        <button
          key={option.value}
          type="submit"
          name={name}
          value={option.value}
          className={styles.chip}
          aria-pressed={chosen === option.value}
        >
          {option.label}
        </button>
      ))}
    </form>
  );
}
