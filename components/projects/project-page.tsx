'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { moreTimePage, projectPage, shootsPage, TEAMS } from '@/lib/browser/paths'
import { usePinnedProject } from '@/lib/browser/pinned-projects'
import { useFreezes } from '@/lib/browser/status'
import { offsetText } from '@/lib/contract/zone'
import type { ProjectAnswer } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/queries'
import { mailLink } from '@/lib/words/plain-text'
import { beforeOf, monthNames, projectHeadline, projectNotice, quietClustersText } from '@/lib/words/project'
import { countOf, countText, monthText } from '@/lib/words/time-text'
import { nodeFigure } from '@/lib/words/wording'
import { feedFile, projectFeed, rowsFile, type ServerFile } from '../take-away/server-file'
import { TakeAway } from '../take-away/take-away'
import { Button, ButtonLink, buttonClass } from '../ui/button'
import { CopyButton } from '../ui/copy'
import { Count, RowTable } from '../ui/data-table'
import { QueryError } from '../ui/error-part'
import { EventGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { MissingPage } from '../ui/not-found'
import { PageHead } from '../ui/page-head'
import { ObjectProblems } from '../ui/parts'
import { Fact, Section } from '../ui/section'
import { PathsChart } from './paths-chart'
import styles from './project.module.css'
import { isMail, Owner } from './subject'

/** One project: what is ahead of its clusters, whom it names, and what to send them. */
export function ProjectPage({ name }: { readonly name: string }) {
  const moment = useMoment()
  const zone = useZone()
  const query = useQuery(projectsQueries.project(name, { ...moment, zone }))
  const { data } = query
  return (
    <>
      <PageHead crumbs={[{ text: 'Teams', href: TEAMS }]} title={name} facts={data ? <Facts project={data} /> : null}>
        <PinButton name={name} />
        {data && <MoreTime project={data} />}
        <TakeAway of={data} files={[rowsFile('These clusters', { project: [name] }), ...projectCalendars(name)]} />
      </PageHead>
      <QueryError query={query} />
      {data && <ObjectProblems problems={data.problems} />}
      {data ? <Project project={data} /> : null}
    </>
  )
}

/** What is forced of its clusters, also with auto-updates; where people sign in, an address that works without, too. */
function projectCalendars(name: string): readonly ServerFile[] {
  const feed = projectFeed(name)
  return [
    { ...feed, scope: { kind: 'Project', name } },
    feedFile(`Forced updates and auto-updates of ${name}`, `${feed.feed}?auto=1`),
  ]
}

function Facts({ project: { name, about, figures } }: { readonly project: ProjectAnswer }) {
  const purpose = about?.purpose ?? about?.description
  return (
    <dl className="facts">
      <Fact term="Namespace">{about?.namespace ?? 'that of its name; its project was not read'}</Fact>
      {about && (
        <Fact term="Owner">
          <Owner owner={about.owner} isWhole />
        </Fact>
      )}
      <Fact term="Clusters">
        <Link className="link" href={shootsPage({ project: [name] })} aria-label={countOf(figures.clusters, 'cluster')}>
          {countText(figures.clusters)}
        </Link>{' '}
        in {countOf(figures.profiles, 'profile')}
      </Fact>
      <Fact term="Nodes">{nodeFigure(figures.nodes)}</Fact>
      {purpose && <Fact term={about?.purpose ? 'Purpose' : 'Description'}>{purpose}</Fact>}
    </dl>
  )
}

/** Asked for what its clusters leave first. */
function MoreTime({ project: { name, paths } }: { readonly project: ProjectAnswer }) {
  const leaving = paths.find(
    ({ next }) => next !== null && next.what !== null && next.from !== '' && next.kind !== 'auto',
  )
  if (leaving?.next?.what == null) return null
  const { profile, next } = leaving
  return (
    <ButtonLink href={moreTimePage(name, profile, { what: next.what ?? '', version: next.from })}>
      More time…
    </ButtonLink>
  )
}

function PinButton({ name }: { readonly name: string }) {
  const [isPinned, toggle] = usePinnedProject(name)
  return (
    <Button aria-pressed={isPinned} onClick={toggle} title="First in lists; nothing is hidden">
      <Icon name="pin" />
      My project
    </Button>
  )
}

function Project({ project }: { readonly project: ProjectAnswer }) {
  const zone = useZone()
  const freezes = useFreezes()
  const { fact, rest, warning } = projectHeadline(project, freezes, zone)
  const before = beforeOf(project, zone)
  return (
    <>
      <p className="headline">
        <strong>{fact}</strong>
        {rest}
        {warning ? <span className="bad"> {warning}</span> : null}
      </p>
      {before ? (
        <p className="muted">
          <EventGlyph kind="auto" /> <b>{before.when}</b> {before.text}
        </p>
      ) : null}
      <div className="columns">
        <div className="stack">
          <Clusters project={project} />
          {project.months.length > 0 ? <Months project={project} /> : null}
        </div>
        <aside className="stack" aria-label="Who, and notice">
          {project.about ? <Members about={project.about} /> : null}
          <Notice project={project} />
        </aside>
      </div>
    </>
  )
}

function Clusters({ project }: { readonly project: ProjectAnswer }) {
  const zone = useZone()
  const now = useNow()
  const freezes = useFreezes()
  const { paths, ahead, figures } = project
  const shown = paths.reduce((sum, { same }) => sum + 1 + same, 0)
  return (
    <Section
      title="Clusters"
      note={`${shown === figures.clusters ? countText(shown) : `${countText(shown)} of ${countText(figures.clusters)}`}, by attention`}
    >
      {paths.length === 0 ? null : <PathsChart project={project} now={now} freezes={freezes} />}
      <p className="note">
        {ahead > shown ? `${countOf(ahead - shown, 'more cluster')} with something ahead. ` : ''}
        {quietClustersText(project, zone)}{' '}
        {figures.clusters > 0 ? (
          <Link className="link" href={shootsPage({ project: [project.name] })}>
            {figures.clusters === 1 ? 'Show it in Clusters' : `All ${countText(figures.clusters)} in Clusters`}
          </Link>
        ) : null}
      </p>
    </Section>
  )
}

function Months({ project: { months } }: { readonly project: ProjectAnswer }) {
  const most = Math.max(1, ...months.map(({ nodes }) => nodes.max))
  return (
    <Section title="What is ahead, by month" note="if nobody acts, as far as expiry dates are set">
      <RowTable
        className={styles.months}
        heads={['Month', { number: 'Forced' }, { number: 'Auto' }, { number: 'Fails' }, 'Nodes that roll', 'What']}
      >
        {months.map((month, i) => (
          <tr key={month.date}>
            <th scope="row" className="nowrap">
              {monthText(`${month.date}-01T00:00:00Z`, i === 0)}
            </th>
            <Count value={month.forced} />
            <Count value={month.auto} />
            <Count value={month.fails} isBad />
            <td>
              <span className={styles.load}>
                {month.nodes.max > 0 && <i style={{ width: `${(month.nodes.max / most) * 60}%` }} aria-hidden="true" />}
                {nodeFigure(month.nodes)}
              </span>
            </td>
            <td className="muted cut" title={monthNames(month)}>
              {monthNames(month)}
            </td>
          </tr>
        ))}
      </RowTable>
    </Section>
  )
}

const KINDS = {
  User: { icon: 'person', word: 'User' },
  Group: { icon: 'group', word: 'Group' },
  ServiceAccount: { icon: 'account', word: 'Service account' },
} as const

const MOST_MEMBERS = 50

function Members({ about: { owner, members } }: { readonly about: NonNullable<ProjectAnswer['about']> }) {
  const isOwner = (one: { readonly kind: string; readonly name: string }) =>
    owner !== null && owner.kind === one.kind && owner.name === one.name
  const isListed = members.some(isOwner)
  const all = [...(owner === null || isListed ? [] : [{ ...owner, roles: ['owner'] }]), ...members]
  const ordered = all.toSorted((a, b) => Number(isOwner(b)) - Number(isOwner(a)))
  return (
    <Section title="Owner and members" note="as the garden names them">
      {owner === null ? <p className="small muted">No owner is named.</p> : null}
      <ul className={`lines note ${styles.members}`}>
        {ordered.slice(0, MOST_MEMBERS).map((member) => {
          const { kind, name, namespace, roles } = member
          const { icon, word } = KINDS[kind]
          const text = namespace === null ? name : `${namespace} / ${name}`
          return (
            <li key={`${kind} ${text}`} className="signed">
              <span title={word}>
                <Icon name={icon} />
                <span className="visually-hidden">{word} </span>
              </span>
              <span className={isOwner(member) ? 'cut bold' : 'cut'} title={`${word} ${text}`}>
                {isMail(member) ? <a href={`mailto:${name}`}>{text}</a> : text}
              </span>
              <span className="muted">{rolesText(roles, isOwner(member))}</span>
            </li>
          )
        })}
      </ul>
      {ordered.length > MOST_MEMBERS ? (
        <p className="small muted">and {countOf(ordered.length - MOST_MEMBERS, 'more member')}</p>
      ) : null}
    </Section>
  )
}

/** The roles as the project writes them, the owner's first. */
function rolesText(roles: readonly string[], isOwner: boolean): string {
  const others = roles.filter((role) => role !== 'owner')
  const all = isOwner || others.length < roles.length ? ['owner', ...others] : others
  return all.length === 0 ? 'no role' : all.join(', ')
}

function Notice({ project }: { readonly project: ProjectAnswer }) {
  const zone = useZone()
  const freezes = useFreezes()
  const text = projectNotice(project, freezes, zone)
  const owner = project.about?.owner ?? null
  const isTold = owner !== null && isMail(owner)
  const mail = isTold ? mailLink([owner.name], text.split('\n')[0] ?? '', text) : null
  return (
    <Section title="Notice to copy" note={`plain text, ${offsetText(zone, Date.parse(project.at))}`}>
      <pre className={`code note ${styles.notice}`}>{text.trimEnd()}</pre>
      <div className="bar">
        <CopyButton look="primary" label="Copy notice" text={text} />
        {mail === null ? null : (
          <a className={buttonClass()} href={mail}>
            <Icon name="mail" />
            Mail to the owner
          </a>
        )}
      </div>
    </Section>
  )
}

/** The page of a project that is not there: what was asked, and what is near, as the server's refusal tells. */
export function UnknownProject() {
  const wanted = decodeURIComponent(useParams<{ name: string }>().name)
  const { error } = useQuery(projectsQueries.project(wanted, { ...useMoment(), zone: useZone() }))
  const near = (error?.near ?? []).map((name) => ({ href: projectPage(name), text: name }))
  return (
    <MissingPage
      title={`There is no project ${wanted}`}
      text="It may have been deleted, or you may not see it."
      near={near}
      back={{ href: TEAMS, text: 'All teams' }}
    />
  )
}
