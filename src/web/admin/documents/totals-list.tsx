import './documents.css';

/** A line below the items of a document. */
export interface TotalsLine {
  label: string;
  amount: string;
  /** True for the sum of the lines above. */
  isSum?: boolean;
}

export function TotalsList({ lines }: { lines: readonly TotalsLine[] }) {
  return (
    <dl className="document-totals" aria-label="Totals">
      {lines.map(({ label, amount, isSum }) => {
        const className = isSum ? 'document-total' : undefined;
        return (
          <div key={label} style={{ display: 'contents' }}>
            <dt className={className}>{label}</dt>
            <dd className={className}>{amount}</dd>
          </div>
        );
      })}
    </dl>
  );
}
