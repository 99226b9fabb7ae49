import styles from './tiles.module.css';

/** Shows a few figures. */
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
