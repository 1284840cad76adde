'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { offeredOf } from '@/lib/contract/version-name'
import { expiryOf, listedOf, listedVersion } from '@/lib/engine/rules'
import type { CloudProfile, NamedVersion } from '@/lib/engine/types'
import { usualExpiry } from '@/lib/questions/draft/browser/dates'
import { byNewest } from '@/lib/questions/draft/browser/effect-rows'
import { fittingFor, nextNumbers, numberProblem, usualKind } from '@/lib/questions/draft/browser/fitting'
import { addKinds, isOfVersion, newEdits } from '@/lib/questions/draft/browser/new-edits'
import { type DraftSource, latestKubernetes } from '@/lib/questions/draft/browser/source'
import { profilesQueries } from '@/lib/questions/queries'
import { lifeText } from '@/lib/words/edits'
import { ADD_WORDS, type AddKind, nextNumberText, numberProblemText } from '@/lib/words/new-edits'
import { countOf } from '@/lib/words/time-text'
import { Button } from '../../ui/button'
import { CountUnreadable, optionsOf, SelectField, TextField, useUnreadable } from '../../ui/fields'
import styles from '../draft.module.css'
import { ExpiryField } from './life-fields'

interface AddFormProps {
  readonly source: DraftSource
  /** The profile with the edits that there are already. */
  readonly profile: CloudProfile
  /** Picked in the timeline. */
  readonly picked: NamedVersion | null
  readonly onCancel: () => void
  readonly onAdd: (edits: readonly EditBody[]) => void
}

const KUBERNETES = ' '

type ExpiryChoice = 'same' | 'date'

/** What is to be done, to what and until when: the rest is set in the form of the new edit. */
export function AddForm(props: AddFormProps): ReactNode {
  return (
    <CountUnreadable>
      <AddFields {...props} />
    </CountUnreadable>
  )
}

function AddFields({ source, profile, picked, onCancel, onAdd }: AddFormProps): ReactNode {
  const { at, zone } = source
  const clustersOn = useClusterCounts(source)
  const [image, setImage] = useState<string | null>(picked?.image ?? null)
  const [name, setName] = useState('')
  const [number, setNumber] = useState<string>()
  const [expiry, setExpiry] = useState<ExpiryChoice>()
  const [date, setDate] = useState(() => onWire(usualExpiry(at)))
  const unreadable = useUnreadable()
  const kinds = addKinds(source, image)
  const [wanted, setKind] = useState<AddKind>(() => {
    const listed = picked === null ? undefined : listedVersion(profile, picked.image, picked.version)
    return listed === undefined ? 'deprecate' : usualKind(listed, at)
  })
  const kind = kinds.includes(wanted) ? wanted : kinds[0]
  const [chosen, setVersion] = useState(picked?.version)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  if (kind === undefined) return null
  const candidates = listedOf(profile, image)
    .map((listed) => ({ image, version: listed.version, listed, clusters: clustersOn(image, listed.version) }))
    .sort(byNewest)
  const { offered, best } = fittingFor(kind, candidates, { profile, image, at })
  const version = (offered.find(({ listed }) => listed.version === chosen) ?? best)?.listed.version
  const numbers = kind === 'add' ? nextNumbers(profile, image, at) : []
  const newNumber = (number ?? numbers[0]?.version ?? '').trim()
  const problem = kind === 'add' ? numberProblem(profile, image, newNumber) : null
  const listed = version === undefined ? undefined : listedVersion(profile, image, version)
  const isKept =
    listed !== undefined && (expiryOf(listed) !== null || (image === null && version === latestKubernetes(profile)))
  const hasDate = kind === 'expire' || (kind === 'deprecate' && (expiry ?? (isKept ? 'same' : 'date')) === 'date')
  const edits =
    problem === null && unreadable === 0
      ? newEdits(kind, {
          source,
          profile,
          image,
          version,
          number: newNumber,
          name: name.trim(),
          ...(hasDate && { date }),
        })
      : []
  return (
    <form
      ref={form}
      className={styles.add}
      aria-label="Add an edit"
      onSubmit={(event) => {
        event.preventDefault()
        if (edits.length > 0) onAdd(edits)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <div className={styles.form}>
        <SelectField
          label="Of"
          value={image ?? KUBERNETES}
          onChange={(choice) => {
            setImage(choice === KUBERNETES ? null : choice)
            setVersion(undefined)
            setNumber(undefined)
          }}
          options={[{ value: KUBERNETES, text: 'Kubernetes' }, ...profile.machineImages.map((one) => one.name)]}
        />
        <SelectField<AddKind>
          label="What"
          isFirst
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, text: ADD_WORDS[value] }))}
        />
        {isOfVersion(kind) && (
          <div className={styles.wide}>
            {offered.length === 0 ? (
              <p className={`note ${styles.wide}`}>No version is left for that.</p>
            ) : (
              <SelectField
                label="Version"
                value={version ?? ''}
                onChange={setVersion}
                options={offered.map(({ listed, clusters }) => ({
                  value: listed.version,
                  text: [
                    listed.version,
                    lifeText(listed, at, zone),
                    ...(clusters === undefined ? [] : [countOf(clusters, 'cluster')]),
                  ].join(', '),
                }))}
              />
            )}
          </div>
        )}
        {kind === 'deprecate' && listed !== undefined && (
          <div className={styles.wide}>
            <SelectField<ExpiryChoice>
              label="Expiry"
              value={hasDate ? 'date' : 'same'}
              onChange={setExpiry}
              options={optionsOf({ date: 'on a date', same: expiryOf(listed) === null ? 'none' : 'as it is' })}
            />
          </div>
        )}
        {hasDate && listed !== undefined && <ExpiryField value={date} at={at} onChange={setDate} />}
        {kind === 'add' && (
          <div className={styles.wide}>
            <TextField label="Number of the new version" value={number ?? newNumber} onChange={setNumber} />
            <div className={styles.quick}>
              {numbers.map((one) => (
                <Button
                  key={one.version}
                  small
                  aria-pressed={one.version === newNumber}
                  onClick={() => setNumber(one.version)}
                >
                  {nextNumberText(one)}
                </Button>
              ))}
            </div>
            {problem !== null && (
              <p className="bad small" role="alert">
                {numberProblemText(problem, newNumber)}
              </p>
            )}
          </div>
        )}
        {kind === 'addImage' && (
          <div className={styles.wide}>
            <TextField label="Name of the image" value={name} placeholder="e.g. flatcar" onChange={setName} />
          </div>
        )}
      </div>
      <div className="bar">
        <Button type="submit" look="primary" disabled={edits.length === 0}>
          Add to the draft
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** How many clusters run a version of the profile; undefined while that is asked for. */
function useClusterCounts({ ref }: DraftSource): (image: string | null, version: string) => number | undefined {
  const moment = useMoment()
  const { data } = useQuery(profilesQueries.profile(ref, moment))
  // No cluster runs what the draft adds.
  return (image, version) => data && (offeredOf(data, image).find((one) => one.version === version)?.clusters ?? 0)
}
