'use client'

import type { ReactNode } from 'react'
import type { PlanAnswer } from '@/lib/contract/plan'
import { POOL_FIELDS, type PoolField, SURGE_FIELDS } from '@/lib/engine/edits/shoot'
import { dayText } from '@/lib/words/time-text'
import { type FormProps, plannedAt, wantedOf, withChoice, withValue } from './edited'
import { ChoiceField, fieldText, isImage, readField, ValueField } from './fields'
import styles from './form.module.css'
import { FieldsOf } from './more-fields'

interface PoolProps extends FormProps {
  readonly pool: PlanAnswer['pools'][number]
  readonly refusedBy: (field: string) => string | undefined
  /** What was there, and what is not allowed. */
  readonly notes: ReactNode
}

/** The fields that are not behind "More". */
const ABOVE: readonly string[] = ['kubernetes.version', 'machine.image', 'updateStrategy', 'maxSurge', 'maxUnavailable']

/** What of a pool changes most often; the rest is behind "More". */
export function Pool({ pool, answer, plan, onChange, refusedBy, notes }: PoolProps): ReactNode {
  const at = (field: PoolField) => ({ pool: pool.name, field })
  const wanted = (field: PoolField) => wantedOf(answer, plan, at(field))
  const common = (field: PoolField) => ({
    isChanged: plannedAt(plan, at(field)) !== undefined,
    refusedBy: refusedBy(field),
  })
  const choose = (field: PoolField) => (text: string) => {
    const reading = readField(POOL_FIELDS[field], text)
    if (reading.kind === 'ok') onChange(withValue(answer, plan, at(field), reading.value))
  }
  const zone = answer.shoot.nextWindow.offset
  const optionOf = (kind: 'text' | 'image') => (choice: PoolChoice) => ({
    value: fieldText(kind, choice.value),
    text: choiceText(choice, kind, (time) => dayText(time, zone)),
  })
  const offered = poolChoices(answer, pool)
  const images = [...new Set(offered.images.map(({ value }) => imageName(value)))]
  return (
    <>
      <div className={styles.fields}>
        <ChoiceField
          label="Kubernetes"
          value={fieldText('text', wanted('kubernetes.version'))}
          groups={[
            {
              label: null,
              options: withPicked(
                offered.kubernetes.map(optionOf('text')),
                fieldText('text', wanted('kubernetes.version')),
              ),
            },
          ]}
          {...common('kubernetes.version')}
          onChange={choose('kubernetes.version')}
        />
        <ChoiceField
          label="Image version"
          value={fieldText('image', wanted('machine.image'))}
          groups={images.map((name) => ({
            label: name,
            options: offered.images.filter(({ value }) => imageName(value) === name).map(optionOf('image')),
          }))}
          {...common('machine.image')}
          onChange={choose('machine.image')}
        />
        <ChoiceField
          label="Update strategy"
          value={fieldText('text', wanted('updateStrategy')) || pool.updateStrategy}
          groups={[
            {
              label: null,
              options: pool.strategies.map((one) => optionOf('text')({ ...one, isRefused: one.refusal !== null })),
            },
          ]}
          {...common('updateStrategy')}
          onChange={(text) => onChange(withChoice(answer, plan, at('updateStrategy'), pool.strategies, text))}
        />
        <div className={styles.pair}>
          {SURGE_FIELDS.map((field) => (
            <ValueField
              key={field}
              label={field}
              kind="share"
              value={wanted(field)}
              {...common(field)}
              onChange={(value) => onChange(withValue(answer, plan, at(field), value))}
            />
          ))}
        </div>
      </div>
      {notes}
      <FieldsOf
        label={`More of pool ${pool.name}`}
        pool={pool.name}
        isAbove={(field) => ABOVE.includes(field)}
        choices={answer.poolOffers[pool.offered] ?? {}}
        defaults={pool.defaults}
        form={{ answer, plan, onChange }}
        refusedBy={refusedBy}
      />
    </>
  )
}

/** What was picked stays to be seen, also when it is no longer offered. */
function withPicked(options: readonly { value: string; text: string }[], picked: string) {
  return options.some(({ value }) => value === picked) ? options : [...options, { value: picked, text: picked }]
}

function imageName(value: unknown): string {
  return isImage(value) ? value.name : ''
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
type PoolChoice = PlanAnswer['poolVersions'][number] & Pick<Stretch, 'isRefused'>

type Stretch = PlanAnswer['poolChoices'][number]['images'][number]

/** What versions a pool may be given, in the order in which they are offered; the answer tells each once for all pools. */
export function poolChoices(
  { poolVersions, poolChoices: all }: Pick<PlanAnswer, 'poolVersions' | 'poolChoices'>,
  { choices }: Pick<PlanAnswer['pools'][number], 'choices'>,
): Readonly<Record<'kubernetes' | 'images', readonly PoolChoice[]>> {
  const listed = (stretches: readonly Stretch[] = []) =>
    stretches.flatMap(({ from, to, isRefused }) =>
      poolVersions.slice(from, to).map((version) => ({ ...version, isRefused })),
    )
  return { kubernetes: listed(all[choices]?.kubernetes), images: listed(all[choices]?.images) }
}
