'use client'

import { CopyButton } from '@/components/ui/copy-button'
import { DataTable } from '@/components/ui/data-table'
import { Dialog } from '@/components/ui/dialog'
import { useZone } from '@/lib/browser/clock'
import { useStatus } from '@/lib/browser/use-status'
import type { Problem } from '@/lib/contract/common'
import { offsetText } from '@/lib/contract/zone'
import { clockText, countText, ms } from '@/lib/words/time-text'
import { problemsTitle } from './garden-lines'
import styles from './overlays.module.css'
import { useShell } from './shell-context'

/** Everything of the garden that could not be read or understood: where it is and why. */
export function ProblemsDialog() {
  const { close } = useShell()
  const zone = useZone()
  const { data } = useStatus()
  if (!data) return null
  const { garden } = data
  const observedAt = ms(data.observedAt)
  const hidden = garden.problemCount - garden.problems.length
  return (
    <Dialog
      title={problemsTitle(garden).slice(0, -1)}
      note={`read ${clockText(observedAt, zone)} ${offsetText(zone, observedAt)}. What can be read is shown.`}
      onClose={close}
      wide
    >
      <div className={styles.problems}>
        <DataTable heads={[garden.kind === 'manifests' ? 'File' : 'Source', { number: 'Line' }, 'Object', 'Reason']}>
          <tbody>
            {garden.problems.map((problem) => (
              <tr key={problemText(problem)}>
                <th scope="row" className="mono">
                  {problem.source}
                </th>
                <td className="num">{problem.line ?? ''}</td>
                <td>{problem.object ?? <span className="faint">not known</span>}</td>
                <td className="muted">{problem.reason}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
        <div className="bar">
          <CopyButton text={garden.problems.map(problemText).join('\n')} label="Copy list" />
          {hidden > 0 ? <span className="faint small">and {countText(hidden)} more</span> : null}
        </div>
      </div>
    </Dialog>
  )
}

function problemText(problem: Problem): string {
  const place = problem.line === null ? problem.source : `${problem.source}:${problem.line}`
  return [place, problem.object, problem.reason].filter(Boolean).join('\t')
}
