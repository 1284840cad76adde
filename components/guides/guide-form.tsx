'use client'

import Form from 'next/form'
import { type ChangeEvent, type ReactNode, useId, useRef } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { scenarioPage } from '@/lib/browser/paths'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { hasDate, policyText, VERSION_LABELS, WAY_WORDS } from '@/lib/words/guides'
import { countOf } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { DateField } from '../ui/fields'
import styles from './scenarios.module.css'

const WAYS = ['hand', 'management', 'maintenance'] as const

type Choice = ChangeEvent<HTMLSelectElement | HTMLInputElement>

/** What the guide is about, as a sentence with choices. It is asked again with every choice. */
export function GuideForm({ answer }: { readonly answer: ScenarioAnswer }): ReactNode {
  const { scenario, profile, profiles, image, images, previousVersions, version, previous, way, until } = answer
  const { at, seen } = useMoment()
  const untilId = useId()
  const form = useRef<HTMLFormElement>(null)
  const choose = (event: Choice) => event.currentTarget.form?.requestSubmit()
  // Another list has other versions.
  const chooseList = (event: Choice) => {
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
      <label className="choice">
        In
        <select className="select" name="profile" defaultValue={profile.name} onChange={chooseList}>
          {profiles.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {images.length > 0 && (
        <label className="choice">
          of
          <select className="select" name="image" defaultValue={image ?? ''} onChange={chooseList}>
            <option value="">Kubernetes</option>
            {images.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <VersionChoice answer={answer} onChange={choose} />
      {previousVersions.length > 0 && (
        <label className="choice">
          and the one to return to
          <select className="select" name="previous" defaultValue={previous ?? ''} onChange={choose}>
            {previousVersions.map((one) => (
              <option key={one.version} value={one.version}>{`${one.version}, ${one.stage}`}</option>
            ))}
          </select>
        </label>
      )}
      {scenario !== 'remove' && (
        <label className="choice">
          done
          <select className="select" name="way" defaultValue={way} onChange={choose}>
            {WAYS.map((one) => (
              <option key={one} value={one}>
                {WAY_WORDS[one]}
              </option>
            ))}
          </select>
        </label>
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

function VersionChoice({
  answer: { scenario, versions, version },
  onChange,
}: {
  readonly answer: ScenarioAnswer
  readonly onChange: (event: Choice) => void
}): ReactNode {
  const id = useId()
  const isNew = scenario === 'patch' || scenario === 'minor'
  return (
    <label className="choice" htmlFor={id}>
      {VERSION_LABELS[scenario]}
      {isNew ? (
        <input
          id={id}
          name="version"
          defaultValue={version ?? ''}
          required
          pattern="v?\d+\.\d+(\.\d+)?.*"
          size={Math.max(9, (version ?? '').length)}
        />
      ) : (
        <select
          className="select"
          id={id}
          name="version"
          defaultValue={version ?? ''}
          onChange={onChange}
          disabled={versions.length === 0}
        >
          {versions.length === 0 && <option value="">none</option>}
          {versions.map((one) => (
            <option key={one.version} value={one.version}>
              {`${one.version}, ${countOf(one.clusters, 'cluster')}`}
            </option>
          ))}
        </select>
      )}
    </label>
  )
}

function leaveOut(form: HTMLFormElement | null, names: readonly string[]): void {
  for (const name of names) {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.disabled = true
  }
}
