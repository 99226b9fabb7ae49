import styles from './tiles.module.css';

/** A few figures at a glance. */
export function Tiles({ tiles }: { tiles: { label: string; value: string }[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map((tile) => (
        <div key={tile.label}>
          <dt>{tile.label}</dt>
          <dd>{tile.value}</dd>
        </div>
      ))}
    </dl>
  );
}
