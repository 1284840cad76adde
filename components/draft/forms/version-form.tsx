'use client'

import type { ReactNode } from 'react'
import { onWire } from '@/lib/contract/dates'
import type { EditBody, NewVersionBody } from '@/lib/contract/edits'
import { usualExpiry } from '@/lib/questions/draft/browser/dates'
import type { Source } from '@/lib/questions/draft/browser/source'
import { MomentField, SelectField, TextField } from '../../ui/fields'
import styles from './forms.module.css'

type AddEdit = Extract<EditBody, { kind: 'add' }>

interface VersionFormProps {
  readonly edit: AddEdit
  readonly source: Source
  readonly onChange: (edit: AddEdit) => void
}

const ARCHITECTURES = ['amd64', 'arm64']

/** A version that is added. */
export function VersionForm({ edit, source, onChange }: VersionFormProps): ReactNode {
  const { entry } = edit
  const put = (change: { [K in keyof NewVersionBody]?: NewVersionBody[K] | undefined }) =>
    onChange({ ...edit, entry: withoutUndefined({ ...entry, ...change }) })
  const stage = entry.classification ?? 'none'
  return (
    <div className={styles.form}>
      <TextField
        label="Version"
        value={entry.version}
        // Every edit needs a version: an empty field is not taken over.
        onChange={(version) => version !== '' && put({ version })}
      />
      <SelectField<typeof stage>
        label="Classification"
        value={stage}
        onChange={(choice) => put({ classification: choice === 'none' ? undefined : choice })}
        options={[
          { value: 'preview', text: 'preview' },
          { value: 'supported', text: 'supported' },
          { value: 'deprecated', text: 'deprecated' },
          { value: 'none', text: 'none' },
        ]}
      />
      <SelectField<'never' | 'date'>
        label="Expiry"
        value={entry.expirationDate === undefined ? 'never' : 'date'}
        onChange={(choice) => put({ expirationDate: choice === 'never' ? undefined : onWire(usualExpiry(source.at)) })}
        options={[
          { value: 'never', text: 'none' },
          { value: 'date', text: 'on a date' },
        ]}
      />
      {entry.expirationDate !== undefined && (
        <MomentField
          label="Expires"
          zone="UTC"
          value={entry.expirationDate}
          onChange={(date) => put({ expirationDate: date })}
        />
      )}
      {edit.image !== null && <ImageFields entry={entry} put={put} />}
    </div>
  )
}

function ImageFields({
  entry,
  put,
}: {
  readonly entry: NewVersionBody
  readonly put: (change: { [K in keyof NewVersionBody]?: NewVersionBody[K] | undefined }) => void
}): ReactNode {
  const { architectures = [], cri = [], inPlaceUpdates } = entry
  const runtimes = cri.flatMap(({ containerRuntimes = [] }) => containerRuntimes).join(', ')
  return (
    <>
      <fieldset className={styles.wide}>
        <legend>Architectures</legend>
        <span className="bar">
          {ARCHITECTURES.map((one) => (
            <label key={one} className="choice">
              <input
                type="checkbox"
                checked={architectures.includes(one)}
                onChange={(event) =>
                  put({
                    architectures: event.target.checked
                      ? [...architectures, one]
                      : architectures.filter((other) => other !== one),
                  })
                }
              />
              {one}
            </label>
          ))}
        </span>
      </fieldset>
      <TextField
        label="Container runtimes beside containerd"
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
      <label className="choice">
        <input
          type="checkbox"
          checked={inPlaceUpdates?.supported === true}
          onChange={(event) => put({ inPlaceUpdates: event.target.checked ? { supported: true } : undefined })}
        />
        In-place updates
      </label>
      {inPlaceUpdates?.supported === true && (
        <TextField
          label="In place from version"
          value={inPlaceUpdates.minVersionForUpdate ?? ''}
          onChange={(text) =>
            put({ inPlaceUpdates: { supported: true, ...(text !== '' && { minVersionForUpdate: text }) } })
          }
        />
      )}
      {entry.capabilityFlavors !== undefined && (
        <p className={`note ${styles.wide}`}>Its capabilities are those of the newest version of this image.</p>
      )}
    </>
  )
}

function withoutUndefined(entry: { [K in keyof NewVersionBody]?: NewVersionBody[K] | undefined }): NewVersionBody {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as NewVersionBody
}
