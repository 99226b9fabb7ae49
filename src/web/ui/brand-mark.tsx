/** Two wings and a tail: the bird hovering. CSS replaces it with the agency's own logo (`server/features/settings/logo.ts`). */
export function BrandMark() {
  return (
    <svg
      className="brand-mark"
      viewBox="0 0 32 32"
      width="30"
      height="30"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M2 9c7-3 12 0 14 7 2-7 7-10 14-7-6 1-10 5-11 12l-3 8-3-8C12 14 8 10 2 9Z"
        fill="var(--rust)"
      />
      <path d="M16 16v13" stroke="var(--paper)" strokeWidth="1.5" />
    </svg>
  );
}
