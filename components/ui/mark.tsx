/** Lanes and the line of now. */
export function Mark() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <path d="M1 4.5h8M4 9h10M8 13.5h9" stroke="currentColor" strokeWidth="2.6" />
      <path d="M6.5 1v16" stroke="var(--expired-ink)" strokeWidth="1.5" />
    </svg>
  )
}
