'use client'

import Form from 'next/form'
import { type ChangeEvent, type ReactNode, useId, useRef } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { scenarioPage } from '@/lib/browser/paths'
import { WAYS } from '@/lib/engine/kinds'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { hasDate, policyText, VERSION_LABELS, WAY_WORDS } from '@/lib/words/guides'
import { countOf } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { DateField } from '../ui/fields'
import styles from './guides.module.css'

type SelectEvent = ChangeEvent<HTMLSelectElement>

/** What the guide is about, as a sentence with choices. It is asked again with every choice. */
export function GuideForm({ answer }: { readonly answer: ScenarioAnswer }): ReactNode {
  const { scenario, profile, profiles, image, images, versions, version, previousVersions, previous, way, until } =
    answer
  const { at, seen } = useMoment()
  const untilId = useId()
  const form = useRef<HTMLFormElement>(null)
  const choose = (event: SelectEvent) => event.currentTarget.form?.requestSubmit()
  // Another list has other versions.
  const chooseList = (event: SelectEvent) => {
    leaveOut(event.currentTarget.form, ['version', 'previous'])
    choose(event)
  }
  const policy = policyText(answer)
  return (
    <Form
      ref={form}
      action={scenarioPage(scenario)}
      // What is read, or about to be pressed, stays where it is.
      scroll={false}
      className={`bar ${styles.ask}`}
      key={JSON.stringify([profile, image, version, previous, way])}
    >
      {at !== undefined && <input type="hidden" name="at" value={at} />}
      {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
      <Select label="In" name="profile" value={profile.name} onChange={chooseList} options={profiles.map(plain)} />
      {images.length > 0 && (
        <Select
          label="of"
          name="image"
          value={image ?? ''}
          onChange={chooseList}
          options={[{ value: '', text: 'Kubernetes' }, ...images.map(plain)]}
        />
      )}
      {scenario === 'patch' || scenario === 'minor' ? (
        <label className="choice">
          {VERSION_LABELS[scenario]}
          <input
            name="version"
            defaultValue={version ?? ''}
            required
            pattern="v?\d+\.\d+(\.\d+)?.*"
            size={Math.max(9, (version ?? '').length)}
          />
        </label>
      ) : (
        <Select
          label={VERSION_LABELS[scenario]}
          name="version"
          value={version ?? ''}
          onChange={choose}
          options={versions.map((one) => ({
            value: one.version,
            text: `${one.version}, ${countOf(one.clusters, 'cluster')}`,
          }))}
        />
      )}
      {previousVersions.length > 0 && (
        <Select
          label="and the one to return to"
          name="previous"
          value={previous ?? ''}
          onChange={choose}
          options={previousVersions.map((one) => ({ value: one.version, text: `${one.version}, ${one.stage}` }))}
        />
      )}
      {scenario !== 'remove' && (
        <Select
          label="done"
          name="way"
          value={way}
          onChange={choose}
          options={WAYS.map((value) => ({ value, text: WAY_WORDS[value] }))}
        />
      )}
      {hasDate(scenario, way) && (
        <div className="bar">
          <label className="choice" htmlFor={untilId}>
            what is deprecated expires on
          </label>
          <DateField
            id={untilId}
            name="until"
            value={until ?? ''}
            tells="left"
            onChange={() => form.current?.requestSubmit()}
          />
        </div>
      )}
      <Button type="submit" small>
        Check
      </Button>
      {policy !== null && <p className="note">{policy}</p>}
    </Form>
  )
}

interface ImageOption {
  readonly value: string
  readonly text: string
}

const plain = (value: string): ImageOption => ({ value, text: value })

interface SelectProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly options: readonly ImageOption[]
  readonly onChange: (event: SelectEvent) => void
}

/** A choice as part of the sentence; one of nothing says so. */
function Select({ label, name, value, options, onChange }: SelectProps): ReactNode {
  return (
    <label className="choice">
      {label}
      <select className="select" name={name} defaultValue={value} onChange={onChange} disabled={options.length === 0}>
        {options.length === 0 && <option value="">none</option>}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </select>
    </label>
  )
}

function leaveOut(form: HTMLFormElement | null, names: readonly string[]): void {
  for (const name of names) {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.disabled = true
  }
}
