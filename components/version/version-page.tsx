'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import {
  clustersOn,
  deprecatePage,
  PROFILES,
  profilePage,
  shootsPage,
  type VersionRef,
  versionPage,
  workbenchPage,
} from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import { startOfDay } from '@/lib/engine/time'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { profileName } from '@/lib/words/phrases'
import { countOf, countText, dayText, fullText, relativeText } from '@/lib/words/time-text'
import { pastText, versionHeadline } from '@/lib/words/version'
import { spanName } from '@/lib/words/when'
import { KUBERNETES, nodesText } from '@/lib/words/wording'
import { PathDiagram } from '../paths/path-diagram'
import { PathTable } from '../paths/path-table'
import { shootsFiles } from '../take-away/server-file'
import { TakeAway } from '../take-away/take-away'
import { offsetAtOf } from '../timeline/calendar'
import { lookSigns } from '../timeline/parts'
import { wholeRange, zoomRange } from '../timeline/range'
import { type VersionRow, versionRows } from '../timeline/rows'
import { ButtonLink, useIsTable, ViewSwitch } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { RowTable, Scroll } from '../ui/data-table'
import { Answered } from '../ui/error-part'
import { StageChip } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { lazyPart } from '../ui/lazy-part'
import { Link } from '../ui/link'
import { PageHead } from '../ui/page-head'
import { eventSigns, Legend, SkeletonBar } from '../ui/parts'
import { Fact, Fold, Section } from '../ui/section'
import { AllEvidence, Evidence, useElsewhereFor, useEvidence } from './evidence-part'
import { ImagePart, ImagesForKubeletPart, PoolsPart } from './image-part'
import { NewClustersPart } from './new-clusters-part'
import { RemovalPart } from './removal-part'
import { OnItNow, Projects } from './running'
import styles from './version.module.css'

/** Everything about one version of a profile: its life, who is on it, where they go, what holds it. */
export function VersionPage({ wanted }: { readonly wanted: VersionRef }): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const query = useQuery(versionQueries.version(wanted, { ...moment, zone }))
  const { data } = query
  const { profile, what, version } = wanted
  return (
    <>
      <PageHead
        crumbs={[
          { text: 'Profiles', href: PROFILES },
          { text: profileName(profile), href: profilePage(profile) },
          { text: what, href: profilePage(profile, what) },
        ]}
        here={version}
        title={shortName(imageOfName(what), version)}
        facts={data && <Facts answer={data} row={rowOf(data)} />}
      >
        {data && (
          <>
            <ButtonLink href={tryPage(data, rowOf(data))}>Change it</ButtonLink>
            <TakeAway of={data} files={shootsFiles(clustersOn(data))} />
          </>
        )}
      </PageHead>
      <Answered query={query} waiting={<SkeletonBar width="60%" height="28px" />}>
        {(answer) => <Body answer={answer} />}
      </Answered>
    </>
  )
}

function Body({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { params } = useUrlState()
  const isTable = useIsTable()
  const row = rowOf(answer)
  const { path, profile, version, what } = answer
  const isKubernetes = what === KUBERNETES
  const words = { zone, now, isKubernetes, path }
  const through = path.nodes.find((node) => node.version === version)?.clusters ?? 0
  const past = pastText(answer.past, zone)
  const name = `${profileName(profile)}/${what}/${version}`
  const evidence = useEvidence(answer)
  const elsewhere = useElsewhereFor(answer, evidence.data)
  return (
    <>
      <p className="headline">
        {versionHeadline({ path, zone, now, version }).map(({ text, look }, index) => (
          <span key={text} className={look === 'bad' ? 'bad' : undefined}>
            {index > 0 && !text.startsWith(',') && ' '}
            {look === 'strong' ? <b>{text}</b> : text}
          </span>
        ))}
      </p>
      {answer.unsupported !== null && (
        <p className="note">
          <Icon name="warning" /> {answer.unsupported}
        </p>
      )}
      <div className={`columns ${styles.upper}`}>
        <div>
          <Section
            title={through === 0 ? 'Path' : `Path of the ${through === 1 ? 'cluster' : countOf(through, 'cluster')}`}
            note={through > 0 && 'if nobody acts'}
            actions={
              <>
                {!isTable && path.bands.length > 0 && <Legend items={eventSigns()} />}
                <ViewSwitch drawn="Chart" />
              </>
            }
          >
            {through === 0 ? (
              <p className="note">Nobody is on it or comes to it.</p>
            ) : isTable ? (
              <PathTable words={words} />
            ) : (
              <PathDiagram words={words} drawn={4} />
            )}
          </Section>
          <div className={styles.folds}>
            <Fold summary="Its stages and clusters over time" isOpen={isTable}>
              <Section
                title="Lifecycle"
                note="and clusters on it, as far as expiry dates are set"
                actions={
                  !isTable && (
                    <Legend
                      items={lookSigns([...new Set(row.spans.map(({ look }) => look))])}
                      note={`Faded end: date not known. Hatched: not told before ${dayText(now, zone)}.`}
                    />
                  )
                }
                {...(isTable ? {} : chartMark('Lifecycle and clusters'))}
              >
                {isTable ? <CourseTable answer={answer} row={row} /> : <Chart answer={answer} row={row} />}
                <p className="note">
                  {past === null
                    ? 'Of its past nothing is recorded: no cluster of this profile says that its last maintenance came to it or left it.'
                    : `Recorded, by the last maintenance of each cluster: ${past}.`}
                </p>
              </Section>
            </Fold>
            {answer.items.some(({ next }) => next !== null) && (
              <Fold summary="Why, rule by rule" isOpen={params.has('for')}>
                <WhyNot answer={answer} key={name} />
              </Fold>
            )}
          </div>
        </div>
        <aside>
          <RemovalPart answer={answer} />
        </aside>
      </div>
      <div className={`columns ${styles.halves}`}>
        <div>
          <OnItNow answer={answer} />
          {answer.projects.length > 0 && (
            <Fold summary={`By project, ${countText(answer.projectsTotal)}`}>
              <Projects answer={answer} />
            </Fold>
          )}
        </div>
        <div>
          <NewClustersPart answer={answer} />
          <Evidence of={evidence} elsewhere={elsewhere} />
        </div>
      </div>
      <div className={styles.folds}>
        <Fold summary={isKubernetes ? 'Machine images that allow it, and pools on it' : 'The image, and pools on it'}>
          <div className={`columns ${styles.halves}`}>
            <div>
              {answer.image !== null && <ImagePart answer={answer} image={answer.image} />}
              {answer.images !== null && <ImagesForKubeletPart answer={answer} images={answer.images} />}
            </div>
            <div>
              <PoolsPart answer={answer} />
            </div>
          </div>
        </Fold>
        {evidence.data && <AllEvidence answer={evidence.data} elsewhere={elsewhere} key={`${name} evidence`} />}
      </div>
    </>
  )
}

function Facts({ answer, row }: RowProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { what, version, clusters } = answer
  const projects = answer.projectsTotal
  const since = row.spans.findLast(({ look, from }) => look === row.stage && (from ?? 0) <= now)?.from
  return (
    <>
      <StageChip stage={row.stage} />
      <dl className="facts">
        <Fact term={row.expires !== null && row.expires < now ? 'Expired' : 'Expires'}>
          {row.expires === null
            ? row.stage === 'notInProfile'
              ? 'not listed counts as expired'
              : 'no expiry set'
            : `${relativeText(row.expires, now, 'prose')}, ${fullText(row.expires, zone)}`}
        </Fact>
        {since != null && since < now && since !== row.expires && <Fact term="Since">{dayText(since, zone)}</Fact>}
        {row.roles.length > 0 && <Fact term="Role">{row.roles.join(', ')}</Fact>}
        <Fact term="Clusters">
          <Link className="link" aria-label={countOf(clusters, 'cluster')} href={shootsPage(clustersOn(answer))}>
            {countText(clusters)}
          </Link>
          {clusters > 0 && ` in ${countOf(projects, 'project')}, ${nodesText(answer.nodes)}`}
        </Fact>
        {answer.parent !== null && (
          <Fact term="Builds on">
            <Link className="link" href={versionPage({ kind: 'CloudProfile', name: answer.parent }, what, version)}>
              {version} in {answer.parent}
            </Link>
          </Fact>
        )}
      </dl>
    </>
  )
}

/** Parts in folds, and parts that the page has nowhere else: their scripts are loaded after the page. */
const WhyNot = lazyPart(async () => (await import('./why-not')).WhyNot, <SkeletonBar width="60%" />)
const LifeChart = lazyPart(async () => (await import('./life-chart')).LifeChart)

interface RowProps {
  readonly answer: VersionAnswer
  readonly row: VersionRow
}

function Chart({ answer, row }: RowProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const today = startOfDay(now)
  const offsetAt = offsetAtOf(zone)
  const range = zoomRange('1y', today, wholeRange(row.expires === null ? [] : [row.expires], today, offsetAt), offsetAt)
  return <LifeChart row={row} profile={profileName(answer.profile)} course={answer.course} range={range} />
}

/** The row as the timeline of its profile has it. */
function rowOf({ what, version, offered, clusters, past }: VersionAnswer): VersionRow {
  const unlisted = offered === null ? [{ what, version, clusters }] : []
  const [row] = versionRows(what, offered === null ? [] : [offered], unlisted)
  if (row === undefined) throw new RangeError(`no row for ${what} ${version} with ${past.came.length} arrivals`)
  return row
}

/** Deprecation is what usually comes next; what is deprecated or not listed is only looked at. */
function tryPage({ profile, what, version }: VersionAnswer, { stage }: VersionRow): string {
  const mayDeprecate = stage === 'supported' || stage === 'preview' || stage === 'unclassified'
  return profile.kind === 'CloudProfile' && mayDeprecate
    ? deprecatePage(profile, what, version)
    : workbenchPage(profile)
}

/** The life chart's data: the stages as a list, the clusters as a table. */
function CourseTable({ answer: { course }, row }: RowProps): ReactNode {
  const zone = useZone()
  return (
    <Scroll label="Stages and clusters as a table" className="tall">
      <ul className="small">
        {row.spans.map((span) => (
          <li key={`${span.look}/${span.from}`}>{spanName(row.version, span, zone)}</li>
        ))}
      </ul>
      <RowTable className="dense" heads={['From', { number: 'Clusters on it' }]}>
        {course.map(({ at, clusters }, index) => (
          <tr key={at}>
            <th scope="row">{index === 0 ? 'now' : fullText(at, zone)}</th>
            <td className="num">{countText(clusters)}</td>
          </tr>
        ))}
      </RowTable>
    </Scroll>
  )
}
