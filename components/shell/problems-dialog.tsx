'use client'

import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { useZone } from '@/lib/client/clock'
import { clockText, countText, ms } from '@/lib/client/time-text'
import { offsetText } from '@/lib/client/zone'
import type { Problem } from '@/lib/contract'
import { problemsTitle } from './lines'
import styles from './overlays.module.css'
import { useShell } from './shell-context'
import { useStatus } from './use-status'

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
        <table>
          <thead>
            <tr>
              <th scope="col">{garden.kind === 'manifests' ? 'File' : 'Source'}</th>
              <th scope="col" className="num">
                Line
              </th>
              <th scope="col">Object</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {garden.problems.map((problem) => (
              <tr key={problemText(problem)}>
                <th scope="row" className="mono">
                  {problem.source}
                </th>
                <td className="num">{problem.line ?? ''}</td>
                <td>{problem.object ?? <span className="q">not known</span>}</td>
                <td className="m">{problem.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="bar">
          <CopyButton text={garden.problems.map(problemText).join('\n')} label="Copy list" />
          {hidden > 0 ? <span className="q s">and {countText(hidden)} more</span> : null}
        </div>
      </div>
    </Dialog>
  )
}

function problemText(problem: Problem): string {
  const place = problem.line === null ? problem.source : `${problem.source}:${problem.line}`
  return [place, problem.object, problem.reason].filter(Boolean).join('\t')
}
