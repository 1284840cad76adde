'use client'

import { type ReactNode, useId, useState } from 'react'
import { RELEASE_STAGES } from '@/lib/engine/kinds'
import { type ReadCalendar, readCalendar } from '@/lib/questions/policy/browser/release-calendar'
import type { PolicyOutcomeBody, ReleaseBody } from '@/lib/questions/policy/contract'
import { releaseText } from '@/lib/words/policy'
import { countOf } from '@/lib/words/time-text'
import { Button, IconButton } from '../ui/button'
import { DateField, Select } from '../ui/fields'
import { Icon } from '../ui/icon'
import { Section } from '../ui/section'
import styles from './policy.module.css'

type ListedRelease = PolicyOutcomeBody['releases'][number]

interface ReleasesEditorProps {
  readonly releases: readonly ListedRelease[]
  /** Names of the profile's images. */
  readonly images: readonly string[]
  /** `2026-11-21`: no release can come earlier. */
  readonly today: string
  /** Whether the user has changed what was expected. */
  readonly isOwn: boolean
  /** Months between patches; 0: none. */
  readonly patches: number
  readonly onChange: (releases: readonly ReleaseBody[]) => void
  readonly onPatches: (months: number) => void
  readonly onReset: () => void
}

const PATCHES = [
  { value: '1', text: 'monthly' },
  { value: '2', text: 'every 2 months' },
  { value: '3', text: 'every 3 months' },
  { value: '0', text: 'none' },
]

/** The calendar of expected releases. */
export function ReleasesEditor(props: ReleasesEditorProps): ReactNode {
  const { releases, today, isOwn, onChange } = props
  const [open, setOpen] = useState<'add' | 'paste' | null>(null)
  const toggle = (part: 'add' | 'paste') => setOpen(open === part ? null : part)
  const bodies = releases.map(bodyOf)
  const keys = rowKeys(releases)
  const put = (list: readonly ReleaseBody[]) => {
    const unique = [...new Map(list.map((one) => [releaseKey(one), one])).values()]
    onChange(unique.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))))
  }
  return (
    <Section
      title="Releases you expect"
      actions={
        <>
          <Button small look="quiet" aria-expanded={open === 'paste'} onClick={() => toggle('paste')}>
            Paste
          </Button>
          <Button small icon="plus" aria-expanded={open === 'add'} onClick={() => toggle('add')}>
            Add
          </Button>
        </>
      }
    >
      {open === 'paste' && (
        <PasteCalendar
          images={props.images}
          onUse={(list) => {
            put(list)
            setOpen(null)
          }}
        />
      )}
      {open === 'add' && (
        <AddRelease
          images={props.images}
          today={today}
          onAdd={(release) => {
            put([...bodies, release])
            setOpen(null)
          }}
        />
      )}
      <ul className={styles.releases}>
        {releases.map((release, index) => {
          const text = releaseText(release)
          return (
            <li key={keys[index]} data-wrong={release.problem !== null || undefined}>
              <DateField
                label={`Date of ${text}`}
                value={release.date}
                min={today}
                tells="left"
                onChange={(date) => put(bodies.with(index, { ...bodyOf(release), date }))}
              />
              <span title={text}>
                {text}
                {release.problem !== null && (
                  <small className="below bad">
                    <Icon name="warning" /> {release.problem}
                  </small>
                )}
              </span>
              <IconButton icon="close" label={`Remove ${text}`} onClick={() => onChange(bodies.toSpliced(index, 1))} />
            </li>
          )
        })}
      </ul>
      {releases.length === 0 && <p className="note">None: only what the policy does today is shown.</p>}
      <div className="note">
        {isOwn ? (
          <Button small look="quiet" onClick={props.onReset}>
            Expect the usual again
          </Button>
        ) : (
          <span className="choice">
            Patches{' '}
            <Select
              label="Patches"
              value={`${props.patches}`}
              options={PATCHES}
              onChange={(months) => props.onPatches(Number(months))}
            />
          </span>
        )}
        <p className="tiny faint">
          A first guess, for you to correct: minors every four months, previews for six weeks, images every three
          months. Adding and promoting previews stays with you.
        </p>
      </div>
    </Section>
  )
}

function releaseKey({ date, image, version, classification }: ReleaseBody): string {
  return [date, image, version, classification].join('/')
}

/** Keys of rows that stay when a date changes: a row with another key would be drawn anew, and lose the focus that is in it. */
function rowKeys(releases: readonly ReleaseBody[]): readonly string[] {
  const counts = new Map<string, number>()
  return releases.map(({ image, version, classification }) => {
    const key = [image, version, classification].join('/')
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return `${key}/${count}`
  })
}

function bodyOf({ problem: _, ...body }: ListedRelease): ReleaseBody {
  return body
}

interface AddReleaseProps {
  readonly images: readonly string[]
  readonly today: string
  readonly onAdd: (release: ReleaseBody) => void
}

function AddRelease({ images, today, onAdd }: AddReleaseProps): ReactNode {
  const day = useId()
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const text = (name: string) => String(form.get(name) ?? '').trim()
        const stage = RELEASE_STAGES.find((one) => one === text('stage')) ?? null
        const image = text('image') === '' ? null : text('image')
        onAdd({ date: text('date'), image, version: text('version'), classification: stage })
      }}
    >
      <div>
        <label htmlFor={day}>Day</label>
        <DateField id={day} name="date" required min={today} value={today} />
      </div>
      <label>
        What
        <select name="image">
          <option value="">Kubernetes</option>
          {images.map((image) => (
            <option key={image}>{image}</option>
          ))}
        </select>
      </label>
      <label>
        Version
        <input name="version" required maxLength={128} placeholder="1.36.0" autoComplete="off" />
      </label>
      <label>
        Classification
        <select name="stage">
          <option value="">unclassified</option>
          {RELEASE_STAGES.map((stage) => (
            <option key={stage}>{stage}</option>
          ))}
        </select>
      </label>
      <Button small type="submit">
        Add release
      </Button>
    </form>
  )
}

interface PasteCalendarProps {
  readonly images: readonly string[]
  readonly onUse: (releases: readonly ReleaseBody[]) => void
}

/** A calendar from elsewhere in place of what is expected. What cannot be read is told, and the rest can be used all the same. */
function PasteCalendar({ images, onUse }: PasteCalendarProps): ReactNode {
  const id = useId()
  const [read, setRead] = useState<ReadCalendar>({ releases: [], problems: [] })
  const { releases, problems } = read
  return (
    <form
      className={`stack ${styles.paste}`}
      onSubmit={(event) => {
        event.preventDefault()
        onUse(releases)
      }}
    >
      <label htmlFor={id}>Calendar: iCalendar, or a line per release</label>
      <textarea
        id={id}
        rows={5}
        spellCheck={false}
        placeholder={'2027-01-12 1.37.0 preview\n2027-02-01 gardenlinux 2150.2.0'}
        onChange={(event) => setRead(readCalendar(event.target.value, images))}
      />
      <div role="status">
        {problems.slice(0, 3).map((problem) => (
          <small key={problem}>{problem}</small>
        ))}
        {problems.length > 3 && <small>{`and ${problems.length - 3} more`}</small>}
      </div>
      <Button small type="submit" disabled={releases.length === 0}>
        {releases.length === 0 ? 'Use it' : `Use ${countOf(releases.length, 'release')}`}
      </Button>
    </form>
  )
}
