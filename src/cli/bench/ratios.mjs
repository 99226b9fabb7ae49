/** Compares cases measured with few and with many rows, with a maximum ratio of their times. */

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
