import type { ReactNode } from 'react'
import type { PlanAnswer } from '@/lib/contract/plan'
import type { Plan } from '@/lib/questions/cluster/browser/plan'
import { patchCommand } from '@/lib/words/plan'
import { dayText } from '@/lib/words/time-text'
import { comparedRows, copyPlanText } from '@/lib/words/with-plan'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { DataTable } from '../../ui/data-table'
import { saveCalendarEntry } from './patch'

interface ComparedProps {
  readonly answer: PlanAnswer
  readonly plan: Plan
  /** How many things of the list it has. */
  readonly planned: number
  /** The answer is that of the plan before. */
  readonly isBusy: boolean
}

/** What comes without the plan and with it, and the plan to take along. */
export function Compared({ answer, plan, planned, isBusy }: ComparedProps): ReactNode {
  const isEmpty = answer.patch.operations.length === 0
  const zone = answer.shoot.nextWindow.offset
  return (
    <>
      <DataTable className="prose" heads={['Your plan', { number: 'Without' }, { number: 'With' }]}>
        <tbody>
          {comparedRows(answer).map(({ title, without, with: then }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td className="num">{without}</td>
              <td className="num">{then === without ? then : <b>{then}</b>}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {isEmpty ? null : (
        <div className="bar" inert={isBusy}>
          <CopyButton look="primary" text={patchCommand(answer)} label={copyPlanText(planned)} />
          {plan.on === null ? null : (
            <Button icon="calendar" onClick={() => saveCalendarEntry(answer)}>
              Put {dayText(plan.on, zone, { now: plan.on })} in the calendar
            </Button>
          )}
        </div>
      )}
      <p className="note">
        The plan is in the address of this page, and nothing is sent. What you have done is found by itself at the next
        reading, and stands below Done then.
      </p>
    </>
  )
}
