'use client'

import type { ReactNode } from 'react'
import type { PlanAnswer } from '@/lib/contract/plan'
import { SURGE_FIELDS } from '@/lib/engine/edits/shoot'
import { dayText } from '@/lib/words/time-text'
import { wantedOf, withChoice } from './edited'
import { fieldText, isImage, Notes, PlanField, usePlanForm } from './fields'
import { FieldsOf } from './more-fields'
import styles from './plan.module.css'

/** The fields that are not behind "More". */
const ABOVE: readonly string[] = ['kubernetes.version', 'machine.image', 'updateStrategy', 'maxSurge', 'maxUnavailable']

/** What of a pool changes most often; the rest is behind "More". */
export function Pool({ pool }: { readonly pool: PlanAnswer['pools'][number] }): ReactNode {
  const { answer, plan, onChange } = usePlanForm()
  const zone = answer.shoot.nextWindow.offset
  const optionOf = (kind: 'text' | 'image') => (choice: PoolChoice) => ({
    value: fieldText(kind, choice.value),
    text: choiceText(choice, kind, (time) => dayText(time, zone)),
    ...(kind === 'image' && { group: isImage(choice.value) ? choice.value.name : '' }),
  })
  const offered = poolChoices(answer, pool)
  const strategy = { pool: pool.name, field: 'updateStrategy' }
  return (
    <>
      <div className={styles.fields}>
        <PlanField
          pool={pool.name}
          field="kubernetes.version"
          label="Kubernetes"
          kind="text"
          options={offered.kubernetes.map(optionOf('text'))}
        />
        <PlanField
          pool={pool.name}
          field="machine.image"
          label="Image version"
          kind="image"
          options={offered.images.map(optionOf('image'))}
        />
        <PlanField
          {...strategy}
          label="Update strategy"
          kind="text"
          value={wantedOf(answer, plan, strategy) ?? pool.updateStrategy}
          options={pool.strategies.map((one) => optionOf('text')({ ...one, isRefused: one.refusal !== null }))}
          onChange={(chosen) => onChange(withChoice(answer, plan, strategy, pool.strategies, String(chosen)))}
        />
        <div className={styles.pair}>
          {SURGE_FIELDS.map((field) => (
            <PlanField key={field} pool={pool.name} field={field} label={field} kind="share" />
          ))}
        </div>
      </div>
      <Notes />
      <FieldsOf
        label={`More of pool ${pool.name}`}
        pool={pool.name}
        isAbove={(field) => ABOVE.includes(field)}
        choices={answer.poolOffers[pool.offered] ?? {}}
        defaults={pool.defaults}
      />
    </>
  )
}

function choiceText(choice: PoolChoice, kind: 'text' | 'image', day: (at: string) => string): string {
  const { value, stage, expires, isRefused } = choice
  if (value === null) return 'follows control plane'
  const facts = [
    fieldText(kind, value),
    ...(stage === null
      ? []
      : [stage === 'supported' || stage === 'preview' || expires === null ? stage : `${stage} until ${day(expires)}`]),
    ...(isRefused ? ['not allowed'] : []),
  ]
  return facts.join(', ')
}

/** A version that a pool may be given. */
type PoolChoice = PlanAnswer['poolVersions'][number] & Pick<ImageChoices, 'isRefused'>

type ImageChoices = PlanAnswer['poolChoices'][number]['images'][number]

/** What versions a pool may be given, in the order in which they are offered; the answer tells each once for all pools. */
export function poolChoices(
  { poolVersions, poolChoices: all }: Pick<PlanAnswer, 'poolVersions' | 'poolChoices'>,
  { choices }: Pick<PlanAnswer['pools'][number], 'choices'>,
): Readonly<Record<'kubernetes' | 'images', readonly PoolChoice[]>> {
  const listed = (stretches: readonly ImageChoices[] = []) =>
    stretches.flatMap(({ from, to, isRefused }) =>
      poolVersions.slice(from, to).map((version) => ({ ...version, isRefused })),
    )
  return { kubernetes: listed(all[choices]?.kubernetes), images: listed(all[choices]?.images) }
}
