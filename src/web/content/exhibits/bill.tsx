import { formatMoney } from '~/contract/common/money';
import { formatNumber, signed } from '~/contract/portfolio/exhibit-numbers';
import type { ExhibitOf } from '~/contract/portfolio/exhibits-schema';
import { useSettings } from '~/web/shell/settings';
import styles from './bill.module.css';

/** Shows quoted and actual amounts, line by line, with the totals below. */
export function Bill({ exhibit }: { exhibit: ExhibitOf<'bill'> }) {
  const { lines, of } = exhibit;
  const { currency } = useSettings();
  const words = (value: number) =>
    of === 'money' ? formatMoney(String(value), currency) : `${formatNumber(value)} h`;
  const quoted = lines.reduce((sum, line) => sum + line.quoted, 0);
  const taken = lines.reduce((sum, line) => sum + line.taken, 0);
  const rest = Math.round((taken - quoted) * 100) / 100;
  return (
    <table className={styles.bill}>
      <thead>
        <tr>
          <th scope="col" className={styles.label}>
            <span className="visually-hidden">Work</span>
          </th>
          <th scope="col">Quoted</th>
          <th scope="col">Taken</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same label
          <tr key={index}>
            <th scope="row" className={styles.label}>
              {line.label}
            </th>
            <td>{words(line.quoted)}</td>
            <td>{words(line.taken)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {lines.length > 1 && (
          <tr>
            <th scope="row" className={styles.label}>
              Total
            </th>
            <td>{words(quoted)}</td>
            <td>{words(taken)}</td>
          </tr>
        )}
        <tr className={styles.rest}>
          <th scope="row" className={styles.label}>
            {rest > 0 ? 'Over the quote' : rest < 0 ? 'Under the quote' : 'As quoted'}
          </th>
          <td colSpan={2} className={styles.sum}>
            {signed(rest, words(Math.abs(rest)))}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
