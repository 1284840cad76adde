import type { Problem } from '@/lib/contract/common'

/** What is wrong with an object as it was read, on its own page: what is shown of it may not be what its files mean. */
export function ObjectProblems({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="callout" data-bad aria-label="Problems of this object">
      {problems.map(({ source, line, reason }) => (
        <li key={`${source} ${line} ${reason}`}>
          <strong>Problem</strong> <span className="mono">{line === null ? source : `${source}:${line}`}</span> {reason}
        </li>
      ))}
    </ul>
  )
}
