'use client'

import type { ReactNode } from 'react'
import { onWire } from '@/lib/contract/dates'
import { editBody, readEdit } from '@/lib/contract/edit-codec'
import type { EditBody, NewVersionBody } from '@/lib/contract/edits'
import { applyEdit, describing, withoutLife } from '@/lib/engine/edits'
import { listedVersion } from '@/lib/engine/rules'
import type { CloudProfile, MachineImageVersion } from '@/lib/engine/types'
import { usualExpiry } from '@/lib/questions/draft/browser/dates'
import { asItIs } from '@/lib/questions/draft/browser/new-edits'
import type { DraftSource } from '@/lib/questions/draft/browser/source'
import { Button, Checkbox, withTicked } from '../../ui/button'
import { TextField } from '../../ui/fields'
import styles from '../draft.module.css'
import { LifeFields } from './life-fields'

type AddEdit = Extract<EditBody, { kind: 'add' }>

interface VersionFormProps {
  readonly edit: AddEdit
  readonly source: DraftSource
  readonly onChange: (edit: AddEdit) => void
}

const ARCHITECTURES = ['amd64', 'arm64']

/** A version that is added. */
export function VersionForm({ edit, source, onChange }: VersionFormProps): ReactNode {
  const { entry } = edit
  const put = (change: { [K in keyof NewVersionBody]?: NewVersionBody[K] | undefined }) =>
    onChange({ ...edit, entry: withoutUndefined({ ...entry, ...change }) })
  const { classification: stage = null, expirationDate = null } = entry
  // One that is expired already stays so unless another is chosen.
  const classification = stage === 'expired' ? null : stage
  return (
    <div className={styles.form}>
      <TextField
        label="Version"
        value={entry.version}
        // Every edit needs a version: an empty field is not taken over.
        onChange={(version) => version !== '' && put({ version })}
      />
      <LifeFields
        change={{ classification, expirationDate }}
        usual={usualExpiry(source.at)}
        at={source.at}
        put={(next) =>
          put({
            ...(next.classification !== classification && { classification: next.classification ?? undefined }),
            expirationDate: next.expirationDate ?? undefined,
          })
        }
      />
      {edit.image !== null && <ImageFields entry={entry} put={put} />}
    </div>
  )
}

interface DescriptionFormProps {
  readonly edit: EditBody
  readonly image: string
  readonly version: string
  /** The profile as the edits before leave it. */
  readonly before: CloudProfile
  readonly source: DraftSource
  readonly onChange: (edit: EditBody) => void
}

/** What a version of an image that is listed runs on. */
export function DescriptionForm({ edit, image, version, before, source, onChange }: DescriptionFormProps): ReactNode {
  const outcome = applyEdit(before, readEdit(edit, source.at, before))
  const listed = listedVersion(before, image, version) as MachineImageVersion | undefined
  const described =
    outcome.kind === 'ok' ? (listedVersion(outcome.value, image, version) as MachineImageVersion) : undefined
  if (listed === undefined || described === undefined) return null
  const entry: NewVersionBody = onWire(withoutLife(described))
  return (
    <div className={styles.form}>
      <ImageFields
        entry={entry}
        capabilities={before.machineCapabilities ?? []}
        put={(change) => {
          const next = withoutUndefined({ ...entry, ...change })
          const added = readEdit({ kind: 'add', image, entry: next }, source.at, before)
          if (added.kind !== 'add' || added.image === null) return
          const edited = describing(image, listed, added.entry)
          onChange(edited === null ? asItIs(image, listed) : editBody(edited))
        }}
      />
    </div>
  )
}

interface ImageFieldsProps {
  readonly entry: NewVersionBody
  /** The capabilities of the profile that flavors may name; empty: they name none. */
  readonly capabilities?: NonNullable<CloudProfile['machineCapabilities']>
  readonly put: (change: { [K in keyof NewVersionBody]?: NewVersionBody[K] | undefined }) => void
}

function ImageFields({ entry, capabilities = [], put }: ImageFieldsProps): ReactNode {
  const { architectures = [], cri = [], inPlaceUpdates } = entry
  const runtimes = cri.flatMap(({ containerRuntimes = [] }) => containerRuntimes).join(', ')
  return (
    <>
      <fieldset className={styles.wide}>
        <legend>Architectures</legend>
        <span className="bar">
          {ARCHITECTURES.map((one) => (
            <Checkbox
              key={one}
              isOn={architectures.includes(one)}
              onChange={(isOn) => put({ architectures: withTicked(architectures, one, isOn) })}
            >
              {one}
            </Checkbox>
          ))}
        </span>
      </fieldset>
      <TextField
        label="More container runtimes"
        value={runtimes}
        placeholder="e.g. gvisor, kata"
        onChange={(text) => {
          const containerRuntimes = text.split(',').flatMap((one) => one.trim() || [])
          put({ cri: [{ name: 'containerd', ...(containerRuntimes.length > 0 && { containerRuntimes }) }] })
        }}
      />
      <TextField
        label="Kubelet versions it runs"
        value={entry.kubeletVersionConstraint ?? ''}
        placeholder="any, or e.g. >= 1.30"
        onChange={(text) => put({ kubeletVersionConstraint: text === '' ? undefined : text })}
      />
      <Checkbox
        isOn={inPlaceUpdates?.supported === true}
        onChange={(isOn) => put({ inPlaceUpdates: isOn ? { supported: true } : undefined })}
      >
        In-place updates
      </Checkbox>
      {inPlaceUpdates?.supported === true && (
        <TextField
          label="In place from version"
          value={inPlaceUpdates.minVersionForUpdate ?? ''}
          onChange={(text) =>
            put({ inPlaceUpdates: { supported: true, ...(text !== '' && { minVersionForUpdate: text }) } })
          }
        />
      )}
      {capabilities.length > 0 ? (
        <Flavors flavors={entry.capabilityFlavors ?? []} capabilities={capabilities} put={put} />
      ) : (
        entry.capabilityFlavors !== undefined && (
          <p className={`note ${styles.wide}`}>Its capabilities are those of the newest version of this image.</p>
        )
      )}
    </>
  )
}

interface FlavorsProps extends Pick<ImageFieldsProps, 'put'> {
  readonly flavors: NonNullable<NewVersionBody['capabilityFlavors']>
  readonly capabilities: NonNullable<CloudProfile['machineCapabilities']>
}

/** The combinations of capabilities that a version of an image is there for. */
function Flavors({ flavors, capabilities, put }: FlavorsProps): ReactNode {
  const numbered = flavors.map((flavor, place) => ({ flavor, place }))
  const toggle = (place: number, name: string, value: string, isOn: boolean) => {
    const { [name]: values = [], ...rest } = flavors[place] ?? {}
    const next = withTicked(values, value, isOn)
    put({ capabilityFlavors: flavors.with(place, next.length === 0 ? rest : { ...rest, [name]: next }) })
  }
  return (
    <>
      {numbered.map(({ flavor, place }) => (
        <fieldset key={place} className={styles.wide}>
          <legend>Capabilities, flavor {place + 1}</legend>
          {capabilities.map(({ name, values }) => (
            <span key={name} className="bar">
              <span className="muted">{name}</span>
              {values.map((value) => (
                <Checkbox
                  key={value}
                  isOn={flavor[name]?.includes(value) === true}
                  onChange={(isOn) => toggle(place, name, value, isOn)}
                >
                  {value}
                </Checkbox>
              ))}
            </span>
          ))}
          <Button small look="quiet" onClick={() => put({ capabilityFlavors: flavors.toSpliced(place, 1) })}>
            Remove flavor {place + 1}
          </Button>
        </fieldset>
      ))}
      <span className={styles.wide}>
        <Button small onClick={() => put({ capabilityFlavors: [...flavors, {}] })}>
          Add a flavor
        </Button>
      </span>
    </>
  )
}

function withoutUndefined(entry: { [K in keyof NewVersionBody]?: NewVersionBody[K] | undefined }): NewVersionBody {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as NewVersionBody
}
