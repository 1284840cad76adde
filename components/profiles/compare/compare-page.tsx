'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { comparePage, profilePage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import type { ProfileRefBody } from '@/lib/contract/common'
import { startOfDay } from '@/lib/engine/time'
import type { CompareAnswer, ProfileSummary } from '@/lib/questions/profiles/contract'
import { profilesQueries } from '@/lib/questions/queries'
import {
  type ComparedList,
  comparedNames,
  compareHeadline,
  differingCountText,
  isTold,
  onlyIn,
} from '@/lib/words/compare'
import { profileName, profileNamed } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'
import { SentenceText } from '../../outlook/texts'
import { TakeAway } from '../../take-away/take-away'
import { offsetAtOf } from '../../timeline/calendar'
import { lookSigns } from '../../timeline/parts'
import { type TimeRange, wholeRange, type Zoom, zoomRange, zooms } from '../../timeline/range'
import { Segmented } from '../../ui/button'
import { chartMark } from '../../ui/chart-mark'
import { Answered, lateIf } from '../../ui/error-part'
import { Select } from '../../ui/fields'
import { Link } from '../../ui/link'
import { Empty, Legend, SkeletonBar } from '../../ui/parts'
import { Section } from '../../ui/section'
import { imageColumns, kubernetesColumns } from '../fact-columns'
import { ProfileFrame, ZoomSwitch } from '../profile-frame'
import styles from './compare.module.css'
import { ComparedTable, datesInLists, looksIn } from './compared-table'

/** A profile beside another one, version by version. Which, and what of them is shown, is in the address. */
export function ComparePage({ profile }: { readonly profile: ProfileRefBody }): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const router = useRouter()
  const { params } = useUrlState()
  const [a, b] = [profileName(profile), params.get('with') || null]
  const profiles = useQuery(profilesQueries.profiles(moment))
  const query = useQuery({
    ...profilesQueries.compare({ a, b: b ?? '', ...moment }),
    enabled: b !== null,
    placeholderData: keepPreviousData,
  })
  const answer = b === null ? undefined : query.data
  return (
    <ProfileFrame profile={profile} tab="compare" actions={answer && <TakeAway of={answer} />}>
      {answer && (
        <div {...lateIf(query.isPlaceholderData)}>
          <p className="headline">
            <SentenceText sentence={compareHeadline(answer, zone)} />
          </p>
        </div>
      )}
      <div className={`bar ${styles.choices}`}>
        <label htmlFor="compare-with">{a} with</label>
        <ProfileSelect
          profiles={profiles.data?.items ?? []}
          value={b}
          other={a}
          onChange={(name) => router.push(withMoment(comparePage(profile, profileNamed(name)), moment))}
        />
      </div>
      {b !== null && (
        <section {...lateIf(query.isPlaceholderData)}>
          <Answered query={query} waiting={<SkeletonBar width="60%" height="28px" />}>
            {(of) => <Body answer={of} />}
          </Answered>
        </section>
      )}
    </ProfileFrame>
  )
}

function Body({ answer }: { readonly answer: CompareAnswer }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { params, set } = useUrlState()
  const showsAll = params.get('all') !== null
  const zoom = zooms.find((one) => one === params.get('zoom')) ?? '1y'
  const offsetAt = offsetAtOf(zone)
  const today = startOfDay(now)
  const range = zoomRange(zoom, today, wholeRange(datesInLists(answer.lists), today, offsetAt), offsetAt)
  const versions = answer.lists.flatMap((list) => list.versions)
  const told = versions.filter(isTold).length
  const setAll = (all: boolean) => set({ all: all ? '1' : undefined })
  useKeys({ d: () => setAll(!showsAll) })
  return (
    <>
      <ChildNotes answer={answer} />
      <div className={`bar ${styles.tools}`}>
        <Segmented<'differences' | 'all'>
          label="Versions"
          value={showsAll ? 'all' : 'differences'}
          options={[
            { value: 'differences', text: `Differences ${countText(told)}`, title: 'Key d' },
            { value: 'all', text: `All ${countText(versions.length)}`, title: 'Key d' },
          ]}
          onChange={(value) => setAll(value === 'all')}
        />
        <span className="faint small">
          Faded end: date not known. <b>Bold</b>: differs.
        </span>
        <span className="grow" />
        <ZoomSwitch<Zoom>
          zooms={zooms}
          value={zoom}
          onChange={(next) => set({ zoom: next === '1y' ? undefined : next })}
        />
      </div>
      {told === 0 && !showsAll ? (
        <Empty text={`None of ${countOf(versions.length, 'version')} differs.`}>
          <button type="button" className="link" onClick={() => setAll(true)}>
            Show all
          </button>
        </Empty>
      ) : (
        // Kubernetes, then each image.
        answer.lists.map((list) => (
          <ListPart
            key={list.what}
            answer={answer}
            list={list}
            shown={showsAll ? list.versions : list.versions.filter(isTold)}
            range={range}
          />
        ))
      )}
    </>
  )
}

/** What a namespaced profile says beside its versions. */
function ChildNotes({ answer }: { readonly answer: CompareAnswer }): ReactNode {
  const { child } = answer
  if (child === null) return null
  const names = comparedNames(answer)
  const own = child.side === 'a' ? names.a : names.b
  if (child.machineTypes.length === 0 && child.idle.length === 0) return null
  return (
    <p className="note">
      {child.machineTypes.length > 0 && (
        <>
          {own} also has machine types of its own: {child.machineTypes.join(', ')}.{' '}
        </>
      )}
      {child.idle.join(' ')}
    </p>
  )
}

interface ProfileSelectProps {
  readonly profiles: readonly ProfileSummary[]
  readonly value: string | null
  readonly other: string
  readonly onChange: (name: string) => void
}

/** The choice of the other profile. What it is best compared with comes first: its parent, or those that build on it. */
function ProfileSelect({ profiles, value, other, onChange }: ProfileSelectProps): ReactNode {
  const parent = profiles.find(({ ref }) => profileName(ref) === other)?.parent ?? null
  const near = parent === null ? `Build on ${other}` : `Parent of ${other}`
  const options = profiles.map(({ ref, parent: its }) => {
    const name = profileName(ref)
    return { value: name, text: name, group: its === other || name === parent ? near : `${ref.kind}s` }
  })
  const groups = [near, 'CloudProfiles', 'NamespacedCloudProfiles']
  const isListed = options.some((option) => option.value === value)
  return (
    <Select
      id="compare-with"
      className={`select ${styles.profile}`}
      value={value ?? ''}
      options={[
        ...(value === null ? [{ value: '', text: 'choose a profile' }] : isListed ? [] : [value]),
        ...options.toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group)),
      ]}
      onChange={onChange}
    />
  )
}

interface ListPartProps {
  readonly answer: CompareAnswer
  readonly list: ComparedList
  readonly shown: ComparedList['versions']
  readonly range: TimeRange
}

/** A table with both lives of a version above each other, or one line where there is nothing to show. */
function ListPart({ answer, list, shown, range }: ListPartProps): ReactNode {
  const names = comparedNames(answer)
  const { what, versions, updateStrategies } = list
  const only = onlyIn(list)
  if (versions.length === 0) return null
  const name = `${what} versions of ${names.a} and ${names.b}`
  const isDrawn = only === null && shown.length > 0
  const isOtherStrategy = only === null && updateStrategies.a !== updateStrategies.b
  return (
    <Section
      {...(isDrawn ? chartMark(name, range) : {})}
      title={what}
      note={
        <>
          {only === null ? (
            differingCountText(list)
          ) : (
            <>
              only{' '}
              <Link className="link underlined" href={profilePage(answer[only].ref, what)}>
                {names[only]}
              </Link>{' '}
              has it, in {countOf(versions.length, 'version')}
            </>
          )}
          {isOtherStrategy &&
            `; updateStrategy ${updateStrategies.a} in ${names.a}, ${updateStrategies.b} in ${names.b}`}
        </>
      }
      actions={isDrawn && <Legend items={lookSigns([...looksIn([{ ...list, versions: shown }]), 'expiry'])} />}
    >
      {isDrawn && (
        <ComparedTable
          name={name}
          answer={answer}
          what={what}
          versions={shown}
          columns={what === 'Kubernetes' ? kubernetesColumns : imageColumns}
          range={range}
        />
      )}
    </Section>
  )
}
