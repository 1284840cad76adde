import { type ReactNode, useMemo } from 'react'
import { comparePage } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { ProfileSummary } from '@/lib/questions/profiles/contract/profile'
import { profileName } from '@/lib/words/phrases'
import { countOf } from '@/lib/words/time-text'
import { Button } from '../../ui/button'
import { Link } from '../../ui/link'
import styles from './compare.module.css'

interface ChoicesProps {
  readonly profiles: readonly ProfileSummary[]
  /** As `profileName` has them; null: not chosen. */
  readonly a: string | null
  readonly b: string | null
  readonly onChoose: (chosen: { readonly a?: string; readonly b?: string }) => void
  readonly onSwap: () => void
}

/** Which two profiles are compared. */
export function Choices({ profiles, a, b, onChoose, onSwap }: ChoicesProps): ReactNode {
  return (
    <>
      <label htmlFor="compare-a">Compare</label>
      <ProfileSelect
        id="compare-a"
        profiles={profiles}
        value={a}
        other={b}
        onChange={(name) => onChoose({ a: name })}
      />
      <label htmlFor="compare-b">with</label>
      <ProfileSelect
        id="compare-b"
        profiles={profiles}
        value={b}
        other={a}
        onChange={(name) => onChoose({ b: name })}
      />
      <Button onClick={onSwap} disabled={a === null || b === null} title="Key x">
        Swap
      </Button>
    </>
  )
}

interface ProfileSelectProps {
  readonly id: string
  readonly profiles: readonly ProfileSummary[]
  readonly value: string | null
  /** What it is compared with. */
  readonly other: string | null
  readonly onChange: (name: string) => void
}

function ProfileSelect({ id, profiles, value, other, onChange }: ProfileSelectProps): ReactNode {
  const groups = useMemo(() => groupsFor(profiles, other, profiles), [profiles, other])
  const isListed = profiles.some(({ ref }) => profileName(ref) === value)
  return (
    <select
      id={id}
      className={`select ${styles.profile}`}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      {value === null && <option value="">choose a profile</option>}
      {value !== null && !isListed && <option value={value}>{value}</option>}
      {groups.map(({ title, items }) => (
        <optgroup key={title} label={title}>
          {items.map(({ ref }) => (
            <option key={profileName(ref)} value={profileName(ref)}>
              {profileName(ref)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

interface Group {
  readonly title: string
  readonly items: readonly ProfileSummary[]
}

/** What a profile is best compared with comes first: its parent, or those that build on it. */
function groupsFor(
  profiles: readonly ProfileSummary[],
  name: string | null,
  among: readonly ProfileSummary[],
): readonly Group[] {
  const asked = profiles.find(({ ref }) => profileName(ref) === name)
  const isNear = ({ ref, parent }: ProfileSummary) =>
    asked?.ref.kind === 'CloudProfile' ? parent === name : profileName(ref) === asked?.parent
  const rest = among.filter((one) => !isNear(one))
  return [
    {
      title: asked?.parent == null ? `Build on ${name}` : `Parent of ${asked.ref.name}`,
      items: among.filter(isNear),
    },
    { title: 'CloudProfiles', items: rest.filter(({ ref }) => ref.kind === 'CloudProfile') },
    { title: 'NamespacedCloudProfiles', items: rest.filter(({ ref }) => ref.kind !== 'CloudProfile') },
  ].filter(({ items }) => items.length > 0)
}

interface PartnersProps {
  readonly profiles: readonly ProfileSummary[]
  readonly of: ProfileRefBody
}

/** With what a profile can be compared, while that is not chosen. */
export function Partners({ profiles, of }: PartnersProps): ReactNode {
  const name = profileName(of)
  const others = profiles.filter(({ ref }) => profileName(ref) !== name)
  const groups = groupsFor(profiles, name, others)
  return (
    <div className={styles.partners}>
      {groups.map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {items.map(({ ref, clusters }) => (
              <li key={profileName(ref)}>
                <Link className="link" href={comparePage(of, ref)}>
                  {profileName(ref)}
                </Link>{' '}
                <span className="faint small">{countOf(clusters, 'cluster')}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
