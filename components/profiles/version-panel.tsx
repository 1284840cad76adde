'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { clustersOn, deprecatePage, shootsPage, versionPage, workbenchPage } from '@/lib/browser/paths'
import { nearVersions } from '@/lib/browser/similar-names'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { VersionPanelBody } from '@/lib/contract/lifecycle'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import { offsetText } from '@/lib/contract/zone'
import { isSpanAt } from '@/lib/engine/rules'
import { profilesQueries } from '@/lib/questions/queries'
import { profileName } from '@/lib/words/phrases'
import {
  clockText,
  countOf,
  countText,
  dayText,
  fullText,
  isoDay,
  relativeText,
  wallDayText,
} from '@/lib/words/time-text'
import { arrivingText, whatHappensText } from '@/lib/words/version'
import { nowText } from '@/lib/words/when'
import { KUBERNETES, nodeFigure, nodesText } from '@/lib/words/wording'
import { PathDiagram } from '../paths/path-diagram'
import { PathTable } from '../paths/path-table'
import type { VersionRow } from '../timeline/rows'
import { IconButton, useIsTable } from '../ui/button'
import { OtherNight } from '../ui/effect'
import { QueryError } from '../ui/error-part'
import { EventGlyph, StageChip } from '../ui/glyph'
import { keepClear } from '../ui/keep-clear'
import { ClusterLink, Link } from '../ui/link'
import { SkeletonBar } from '../ui/parts'
import { Fact, SectionHead } from '../ui/section'
import styles from './profiles.module.css'
import { useProfileView } from './use-profile-view'

interface SelectedVersionProps {
  readonly profile: ProfileRefBody
  readonly version: string
  /** The versions of the profile, among which it may be missing; undefined until they are known. */
  readonly rows: readonly VersionRow[] | undefined
}

/** Asks who is on the selected version, or says that there is none and what is near. */
export function SelectedVersion({ profile, version, rows }: SelectedVersionProps): ReactNode {
  const moment = useMoment()
  const { select } = useProfileView().view
  const row = rows?.find((one) => one.version === version)
  const query = useQuery({ ...profilesQueries.profile(profile, { ...moment, select }), enabled: row !== undefined })
  if (!row) return rows && <UnknownVersion profile={profile} version={version} rows={rows} />
  return (
    <VersionPanel
      key={row.version}
      row={row}
      panel={query.data?.selected ?? undefined}
      failure={query.isError ? <QueryError query={query} rest="The other parts of this page are complete." /> : null}
      profileRef={profile}
    />
  )
}

function UnknownVersion({ profile, version, rows }: SelectedVersionProps): ReactNode {
  const { what, hrefOf, select } = useProfileView()
  const near = nearVersions(version, rows?.map((row) => row.version) ?? [])
  const name = shortName(imageOfName(what), version)
  return (
    <section className="note" aria-label="Selected version">
      <div className="bar">
        <h2>
          {profileName(profile)} has no version {name}
        </h2>
        <IconButton icon="close" label="Close detail" onClick={() => select(undefined)} />
      </div>
      <p className="muted">
        It may have been removed, and no cluster runs it.
        {near.length > 0 && ' Near it are '}
        {near.map((one, index) => (
          <span key={one}>
            {index > 0 && ', '}
            <Link className="link" href={hrefOf(one)}>
              {one}
            </Link>
          </span>
        ))}
        {near.length > 0 && '.'}
      </p>
    </section>
  )
}

/** Five lines are as high as the diagram beside them. */
const SHOWN = 5

export interface VersionPanelProps {
  readonly row: VersionRow
  /** Undefined while it is asked for. */
  readonly panel: VersionPanelBody | undefined
  /** Stands in place of what could not be read. */
  readonly failure: ReactNode
  readonly profileRef: ProfileRefBody
}

/** The clusters on the selected version, and what happens to them. */
function VersionPanel(props: VersionPanelProps): ReactNode {
  const { row, panel, failure } = props
  const { select } = useProfileView()
  return (
    <section
      ref={keepRowClear}
      className={`columns ruled ${styles.detail}`}
      aria-label={`Selected version ${row.version}`}
    >
      <div>
        <div className="bar">
          <h2 className="cut" title={row.version}>
            {row.version}
          </h2>
          <StageChip stage={row.stage} />
          <span className="grow" />
          <IconButton icon="close" label="Close detail" onClick={() => select(undefined)} />
        </div>
        <VersionFacts {...props} />
        <EditLinks {...props} />
      </div>
      <div>
        <SectionHead title={whatHappensText(row.clusters)} />
        {failure ?? <PathPart {...props} />}
      </div>
      <div>
        <SectionHead
          title="Largest, not on auto-update"
          note={panel && panel.notOnAutoUpdate > SHOWN ? `${SHOWN} of ${countText(panel.notOnAutoUpdate)}` : undefined}
        />
        {panel && <Largest panel={panel} />}
      </div>
    </section>
  )
}

/** Links to its own page, and to the workbench; only versions that are listed can be edited. */
function EditLinks({ row, profileRef }: VersionPanelProps): ReactNode {
  const isListed = row.stage !== 'notInProfile'
  const mayDeprecate =
    isListed && profileRef.kind === 'CloudProfile' && row.stage !== 'deprecated' && row.stage !== 'expired'
  return (
    <p className="bar small note">
      <Link className="link" href={versionPage(profileRef, row.what, row.version)}>
        Everything about it
      </Link>
      {mayDeprecate && (
        <Link className="link" href={deprecatePage(profileRef, row.what, row.version)}>
          Deprecate…
        </Link>
      )}
      {isListed && (
        <Link className="link" href={workbenchPage(profileRef)}>
          Change it
        </Link>
      )}
    </p>
  )
}

function PathPart({ row, panel }: VersionPanelProps): ReactNode {
  const isTable = useIsTable()
  const zone = useZone()
  const now = useNow()
  if (!panel) return <SkeletonBar width="100%" height="140px" />
  if (panel.clusters === 0) return <p className="muted small">{arrivingText(panel.arriving, zone, now)}</p>
  const words = { zone, now, isKubernetes: row.what === KUBERNETES, path: panel.path }
  return isTable ? <PathTable words={words} /> : <PathDiagram words={words} />
}

function VersionFacts({ row, panel, profileRef }: VersionPanelProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const current = row.spans.findIndex((span) => isSpanAt(span, now))
  const before = row.spans[current - 1]
  const span = row.spans[current]
  const next = row.spans[current + 1]
  const day = (at: number) =>
    isoDay(at, zone) === isoDay(now, zone) ? `today ${clockText(at, zone)} ${offsetText(zone, at)}` : dayText(at, zone)
  return (
    <dl className="terms small">
      <Fact term="Expires">
        {row.expires === null ? (
          row.stage === 'notInProfile' ? (
            'not listed counts as expired: forced in the next window'
          ) : (
            'no expiry set'
          )
        ) : (
          <>
            <span className={row.expires < now ? 'bad' : undefined}>{relativeText(row.expires, now, 'long')}</span>
            <br />
            {fullText(row.expires, zone)}
          </>
        )}
      </Fact>
      {span && <Fact term="Now">{nowText(span, day)}</Fact>}
      {before && (
        <Fact term="Before">
          {before.from === null ? `${before.look}, start unknown` : `${before.look} from ${day(before.from)}`}
        </Fact>
      )}
      {next && next.look !== 'expired' && next.from !== null && (
        <Fact term="Then">
          {next.look} from {day(next.from)}
        </Fact>
      )}
      {row.roles.length > 0 && <Fact term="Role">{row.roles.join(', ')}</Fact>}
      <Fact term="Clusters">
        <Link
          className="link underlined"
          aria-label={countOf(row.clusters, 'cluster')}
          href={shootsPage(clustersOn({ profile: profileRef, what: row.what, version: row.version }))}
        >
          {countText(row.clusters)}
        </Link>
        {panel && panel.clusters > 0 && ` in ${countOf(panel.projects, 'project')}, ${nodesText(panel.nodes)}`}
      </Fact>
    </dl>
  )
}

function Largest({ panel }: { readonly panel: VersionPanelBody }): ReactNode {
  const zone = useZone()
  const now = useNow()
  if (panel.largest.length === 0) {
    return <p className="muted small">{panel.clusters === 0 ? 'None.' : 'All of them are updated automatically.'}</p>
  }
  return (
    <>
      <ul className={styles.largest}>
        {panel.largest.slice(0, SHOWN).map((one) => (
          <li key={`${one.namespace}/${one.name}`}>
            <ClusterLink of={one} className="cut" title={`${one.project} / ${one.name}`} />
            <span>{nodeFigure(one.nodes)} nodes</span>
            <span className="nowrap">
              {one.next ? (
                <>
                  <EventGlyph kind={one.next.own} named /> {wallDayText(one.next.window.begin, zone, { now })}{' '}
                  {clockText(one.next.window.begin, zone)}
                  <OtherNight of={one.next} now={now} zone={zone} />
                </>
              ) : (
                <span className="faint">stays on it</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="faint tiny">When it leaves this version or fails to, {offsetText(zone, now)}</p>
    </>
  )
}

/** Keeps the selected row of the chart clear of the panel: once that is there, and when it grows because its answer came. */
function keepRowClear(panel: HTMLElement | null): undefined | (() => void) {
  if (panel === null) return
  const observer = new ResizeObserver(() => {
    const row = panel.closest('main')?.querySelector<HTMLElement>('[role="grid"] tr[aria-selected="true"]')
    if (row) keepClear(row)
  })
  observer.observe(panel)
  return () => observer.disconnect()
}
