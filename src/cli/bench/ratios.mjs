/**
 * Compares the times of cases that were measured with few and with many rows. The ratio of the
 * times has a maximum.
 */

/** @param many description of the larger amount, such as '100,000 rows' */
export function missesOfRatios(results, { aim, many }) {
  return results
    .filter(({ ratio }) => ratio > aim)
    .map(({ name, ratio }) => ({
      bound: name,
      text: `${name}: ${ratio.toFixed(1)} times as long at ${many}, at most ${aim}`,
      isTimed: true,
    }));
}

export function ratioTable(results, { title, aim, few, many }) {
  const rows = results.map(
    ({ name, ratio, ...ms }) =>
      `| ${name} | ${ms.few.toFixed(1)} ms | ${ms.many.toFixed(1)} ms | ${ratio.toFixed(1)} | ${aim} |`,
  );
  return [
    '',
    title,
    `| case | ${few} | ${many} | ratio | at most |`,
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
