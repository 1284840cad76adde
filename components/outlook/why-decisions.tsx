import type { WhyAnswer, WhyDecision, WhyStep } from '@/lib/questions/cluster/contract'
import { belowText, decidedText, whyQuestion } from '@/lib/words/steps'
import { dayText } from '@/lib/words/time-text'
import { DataTable } from '../ui/data-table'
import { StageChip } from '../ui/glyph'
import { Fold } from '../ui/section'
import styles from './outlook.module.css'
import { Told } from './quotes'

/** For every part, rule by rule, why a maintenance gives it the version that it gets; what stays is a click away. */
export function WhyDecisions({ answer }: { readonly answer: WhyAnswer }) {
  const { decided, kept } = whyGroups(answer)
  const day = dayText(answer.window.begin, answer.window.offset, { now: answer.at })
  return (
    <div className={`stack ${styles.rules}`}>
      {answer.past && answer.seen === undefined ? (
        <p className="faint small">
          As the rules decide with the profile of today: Almanac does not know what the profile was on {day}.
        </p>
      ) : null}
      <div className={styles.decisions}>
        {decided.map((group) => (
          <section key={group.id} aria-label={`${group.parts}: ${whyQuestion(group.why)}`}>
            <h3>
              {whyQuestion(group.why)} <span className="faint">{group.parts}</span>
            </h3>
            <Decision why={group.why} day={day} isPast={answer.past} />
          </section>
        ))}
      </div>
      {answer.refused === null ? null : (
        <div className={`callout ${styles.refused}`} data-bad>
          <b>All of it is refused.</b> Nothing of the above takes place.
          <code>
            <Told text={answer.refused} />
          </code>
        </div>
      )}
      {kept.length === 0 ? null : (
        <div>
          {kept.map(({ id, parts, why }) => (
            <Fold key={id} summary={`${parts} stays on ${why.current}`}>
              <Decision why={why} day={day} isPast={answer.past} />
            </Fold>
          ))}
        </div>
      )}
      <p className="faint small">{answer.release}</p>
    </div>
  )
}

const STEP_WORDS: Readonly<Record<WhyStep['kind'], string>> = {
  filter: 'Filter',
  automatic: 'Auto step',
  forced: 'Force step',
}

/** A table in the order of the rules: each step, below it the versions with the first rule that removes them. */
function Decision({ why, day, isPast }: { readonly why: WhyDecision; readonly day: string; readonly isPast: boolean }) {
  const below = belowText(why)
  const says = why.error ?? why.reason
  return (
    <>
      <div className={styles.verdict}>
        Is it updated? {why.text}
        {says === null ? null : (
          <>
            {' '}
            {isPast ? 'Gardener said' : 'Gardener will say'}:{' '}
            <b>
              <Told text={says} />
            </b>
          </>
        )}
        {why.otherwise === null ? null : ` ${why.otherwise}`}
      </div>
      {why.steps.length === 0 ? null : (
        <DataTable className={`dense ${styles.trace}`} heads={['Candidate', `Stage on ${day}`, 'Rule that removes it']}>
          {why.steps.map((step, i) => (
            <tbody key={step.kind + step.reach}>
              <tr className={styles.step}>
                <th colSpan={3} scope="rowgroup">
                  <b>
                    {i + 1} {STEP_WORDS[step.kind]}
                  </b>{' '}
                  {step.text}
                </th>
              </tr>
              {step.candidates.map((candidate) => (
                <tr key={candidate.version} data-chosen={candidate.rule === 'chosen' || undefined}>
                  <th scope="row">{candidate.version}</th>
                  <td>
                    <StageChip stage={candidate.stage} />
                  </td>
                  <td className="muted">{candidate.text}</td>
                </tr>
              ))}
              {step.candidates.length === 0 ? (
                <tr>
                  <td colSpan={3} className="faint">
                    No version is in reach.
                  </td>
                </tr>
              ) : null}
            </tbody>
          ))}
          {below === null ? null : (
            <tbody>
              <tr>
                <td colSpan={3} className="faint">
                  {below}
                </td>
              </tr>
            </tbody>
          )}
        </DataTable>
      )}
    </>
  )
}

/** Parts of a cluster about which the same is decided for the same reasons. */
interface WhyGroup {
  readonly id: string
  /** `Control plane`, `gardenlinux of pools web-a and ledger`. */
  readonly parts: string
  readonly why: WhyDecision
}

/** What is updated or fails to be, and what stays as it is; each in Gardener's order, equal decisions together. */
export interface WhyGroups {
  readonly decided: readonly WhyGroup[]
  readonly kept: readonly WhyGroup[]
}

export function whyGroups({ subjects }: Pick<WhyAnswer, 'subjects'>): WhyGroups {
  const groups = new Map<string, { readonly why: WhyDecision; readonly pools: string[] }>()
  for (const why of subjects) {
    const id = JSON.stringify({ ...why, pool: why.pool === null ? null : '' })
    const group = groups.get(id) ?? { why, pools: [] }
    if (why.pool !== null) group.pools.push(why.pool)
    groups.set(id, group)
  }
  const all = [...groups].map(([id, { why, pools }]) => ({ id, why, parts: decidedText(why, pools) }))
  return {
    decided: all.filter(({ why }) => why.outcome !== 'keeps'),
    kept: all.filter(({ why }) => why.outcome === 'keeps'),
  }
}
