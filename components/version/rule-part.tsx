import { type FormEvent, type ReactNode, useId } from 'react'
import type { PromotionEvidenceAnswer } from '@/lib/questions/version/contract/evidence'
import { besideText, ruleText } from '@/lib/words/evidence'
import styles from '../evidence/evidence.module.css'
import { RuleParts } from '../evidence/rule-parts'
import { Button } from '../ui/button'
import { EventGlyph } from '../ui/glyph'

interface RulePartProps {
  readonly answer: PromotionEvidenceAnswer
  /** `3,14,0`: another rule is looked at; undefined: that of the policy. */
  readonly onRule: (rule: string | undefined) => void
}

const EXAMPLE = { clusters: 3, days: 14, failures: 0 }

/** A rule of one's own, part by part, with the updates in their order. There is no sum. */
export function RulePart({ answer, onRule }: RulePartProps): ReactNode {
  const { rule } = answer
  const limits = rule === null ? EXAMPLE : limitsOf(rule.parts)
  return (
    <section aria-labelledby="rule" className={styles.rule}>
      <div className={`section-head ${styles.wraps}`}>
        <h2 id="rule">The team’s rule</h2>
        <span className="faint">
          {rule === null ? 'none is set' : ruleText(limits.clusters, limits.days, limits.failures)}
        </span>
      </div>
      {rule === null ? (
        <Updates answer={answer} />
      ) : (
        <RuleParts parts={rule.parts} updates={<Updates answer={answer} />} />
      )}
      <p className={styles.note}>
        {rule?.origin === 'policy' && 'Set in the policy. '}
        {rule?.origin === 'asked' && 'It is in the address of this page only. '}
        It says where to look, not what to do: there is no score.
      </p>
      <RuleForm limits={limits} isAsked={rule?.origin === 'asked'} onRule={onRule} />
    </section>
  )
}

type Limits = typeof EXAMPLE

function limitsOf(parts: NonNullable<PromotionEvidenceAnswer['rule']>['parts']): Limits {
  const limits = Object.fromEntries(parts.map(({ part, limit }) => [part, limit]))
  return { ...EXAMPLE, ...limits }
}

function Updates({ answer }: { readonly answer: PromotionEvidenceAnswer }): ReactNode {
  const { updates, failed, order, predecessor } = answer
  return (
    <div className={styles.updates}>
      {order.length > 0 && (
        <p>
          <span className="visually-hidden">
            In their order: {order.map((one) => (one.failed ? 'failed' : 'succeeded')).join(', ')}
          </span>
          <span aria-hidden className={styles.order}>
            {order.slice(-40).map((one) => (
              <EventGlyph key={`${one.at}${one.namespace}/${one.name}`} kind={one.failed ? 'fails' : 'done'} />
            ))}
          </span>
        </p>
      )}
      <p className="small muted">
        Updates to it: {besideText(updates, failed)}.
        {predecessor &&
          ` To ${predecessor.version} on the same days: ${besideText(predecessor.updates, predecessor.failed)}.`}
      </p>
    </div>
  )
}

const FIELDS = [
  ['clusters', 'Clusters', 999_999],
  ['days', 'Days', 9999],
  ['failures', 'Failed updates', 999_999],
] as const

interface RuleFormProps {
  readonly limits: Limits
  readonly isAsked: boolean
  readonly onRule: RulePartProps['onRule']
}

function RuleForm({ limits, isAsked, onRule }: RuleFormProps): ReactNode {
  const id = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const whole = (name: string) => Math.max(0, Math.trunc(Number(data.get(name)) || 0))
    onRule(FIELDS.map(([name]) => whole(name)).join(','))
  }
  return (
    <form key={Object.values(limits).join()} className={styles.form} data-control onSubmit={send}>
      {FIELDS.map(([name, label, max]) => (
        <label key={name} htmlFor={`${id}${name}`}>
          {label}
          <input id={`${id}${name}`} name={name} type="number" min={0} max={max} defaultValue={limits[name]} required />
        </label>
      ))}
      <Button type="submit">Look at this rule</Button>
      {isAsked && <Button onClick={() => onRule(undefined)}>Leave it out</Button>}
    </form>
  )
}
