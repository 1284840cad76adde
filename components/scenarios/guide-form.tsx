'use client'

import Form from 'next/form'
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { Button } from '@/components/ui/button'
import { useAt } from '@/lib/client/clock'
import { scenarioPage } from '@/lib/client/paths'
import type { ScenarioAnswer } from '@/lib/contract'
import styles from './scenarios.module.css'
import { hasDate, VERSION_LABELS, WAY_WORDS } from './words'

const WAYS = ['hand', 'management', 'maintenance'] as const

/** What the guide is about, as a sentence with choices. It is asked again with every choice. */
export function GuideForm({ answer }: { readonly answer: ScenarioAnswer }): ReactNode {
  const { scenario, profile, profiles, versions, previousVersions, version, previous, way, until } = answer
  const at = useAt()
  const versionId = useId()
  const choose = (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => event.currentTarget.form?.requestSubmit()
  // Another profile has other versions.
  const chooseProfile = (event: ChangeEvent<HTMLSelectElement>) => {
    for (const name of ['version', 'previous']) {
      const field = event.currentTarget.form?.elements.namedItem(name)
      if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.disabled = true
    }
    choose(event)
  }
  const fresh = scenario === 'patch' || scenario === 'minor'
  return (
    <Form
      action={scenarioPage(scenario)}
      className={styles.ask}
      key={JSON.stringify([profile, version, previous, way])}
    >
      {at !== undefined && <input type="hidden" name="at" value={at} />}
      <label>
        In
        <select name="profile" defaultValue={profile.name} onChange={chooseProfile}>
          {profiles.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label htmlFor={versionId}>
        {VERSION_LABELS[scenario]}
        {fresh ? (
          <input
            id={versionId}
            name="version"
            defaultValue={version ?? ''}
            required
            pattern="v?\d+\.\d+(\.\d+)?.*"
            size={9}
          />
        ) : (
          <select
            id={versionId}
            name="version"
            defaultValue={version ?? ''}
            onChange={choose}
            disabled={versions.length === 0}
          >
            {versions.length === 0 && <option value="">none</option>}
            {versions.map((one) => (
              <option key={one.version} value={one.version}>
                {`${one.version}, ${one.clusters} ${one.clusters === 1 ? 'cluster' : 'clusters'}`}
              </option>
            ))}
          </select>
        )}
      </label>
      {previousVersions.length > 0 && (
        <label>
          and the one to return to
          <select name="previous" defaultValue={previous ?? ''} onChange={choose}>
            {previousVersions.map((one) => (
              <option key={one.version} value={one.version}>{`${one.version}, ${one.stage}`}</option>
            ))}
          </select>
        </label>
      )}
      {scenario !== 'remove' && (
        <label>
          done
          <select name="way" defaultValue={way} onChange={choose}>
            {WAYS.map((one) => (
              <option key={one} value={one}>
                {WAY_WORDS[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      {hasDate(scenario, way) && (
        <label>
          what is deprecated expires on
          <input type="date" name="until" defaultValue={until ?? ''} onChange={choose} />
        </label>
      )}
      <Button type="submit" small>
        Check
      </Button>
    </Form>
  )
}
