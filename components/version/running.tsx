import type { ReactNode } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { clustersOn, moreTimePage, shootsPage } from '@/lib/browser/paths'
import { offsetText } from '@/lib/contract/zone'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { codedCauseText } from '@/lib/words/causes'
import { orOtherNight } from '@/lib/words/event-words'
import { countText, dayText, isoDay, momentText } from '@/lib/words/time-text'
import { nodeFigure } from '@/lib/words/wording'
import { Count, RowTable } from '../ui/data-table'
import { EffectText, OtherNight } from '../ui/effect'
import { EventGlyph } from '../ui/glyph'
import { ClusterLink, Link } from '../ui/link'
import { Section } from '../ui/section'

/** How many clusters are shown; the list of clusters has all. */
const SHOWN = 8

/** The clusters on it: those that fail first, then by the time at which they leave. */
export function OnItNow({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const { items, clusters } = answer
  const shown = items.slice(0, SHOWN)
  return (
    <Section
      title="Clusters"
      note={
        items.length > 0 &&
        `${shown.length < clusters ? `${countText(shown.length)} of ` : ''}${countText(clusters)} on it now, fails first, then by time`
      }
      actions={
        clusters > shown.length && (
          <Link className="link small" href={shootsPage(clustersOn(answer))}>
            All {countText(clusters)} in Clusters
          </Link>
        )
      }
    >
      {items.length === 0 ? (
        <p className="note">No cluster runs it.</p>
      ) : (
        <RowTable
          scroll="Clusters on it"
          className="cluster-rows dense"
          heads={['Cluster', 'Auto-update', 'Leaves, window begins, its own zone', 'To', 'Nodes roll?']}
        >
          {shown.map((one) => (
            <tr key={`${one.namespace}/${one.name}`} data-row>
              <th scope="row" className="nowrap" data-cell="name">
                {one.next && <EventGlyph kind={one.fails === null ? one.next.own : 'fails'} named />}{' '}
                <ClusterLink of={one} className="cluster-name" />
              </th>
              <td className={one.auto ? undefined : 'muted'}>{one.auto ? 'on' : 'off'}</td>
              <Leaves of={one} />
            </tr>
          ))}
        </RowTable>
      )}
    </Section>
  )
}

function Leaves({ of }: { readonly of: VersionAnswer['items'][number] }): ReactNode {
  const now = useNow()
  const { next, fails } = of
  if (next === null)
    return (
      <td colSpan={3} className="faint" data-cell="what">
        stays on it, as far as dates are set
      </td>
    )
  const { begin, offset } = next.window
  if (next.to === null)
    return (
      <td colSpan={3} className="bad" data-cell="what">
        {fails && failsText(fails, offset, now)}
        {orOtherNight(next, now)}
        {fails?.cause && `: ${codedCauseText(fails.cause)}`}
      </td>
    )
  return (
    <>
      <td className="nowrap" data-cell="when">
        {momentText(begin, offset, now)} {offsetText(offset, 0)}
        <OtherNight of={next} now={now} />
        {fails !== null && (
          <small className="bad tiny below" title={fails.cause ? codedCauseText(fails.cause) : undefined}>
            {failsText(fails, offset, now)}
          </small>
        )}
      </td>
      <td className="nowrap" data-cell="what">
        → {next.to}
      </td>
      <td className="nowrap" data-cell="nodes">
        <EffectText effect={next.effect} nodes={next.nodes} />
      </td>
    </>
  )
}

/** `fails every night from 12 Dec`, in the cluster's own zone. */
function failsText(
  { from }: NonNullable<VersionAnswer['items'][number]['fails']>,
  offset: string,
  now: number,
): string {
  return `fails every night ${Date.parse(from) <= now ? 'as before' : `from ${dayText(from, offset, { now })}`}`
}

/** The clusters that run it, by project. */
export function Projects({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const { projects, projectsTotal } = answer
  return (
    <Section
      title="By project"
      note={projectsTotal > projects.length && `${countText(projects.length)} of ${countText(projectsTotal)}`}
    >
      <RowTable
        scroll="Projects that run it"
        className="dense"
        heads={[
          'Project',
          { number: 'Clusters' },
          { number: 'On auto-update' },
          { number: 'Nodes' },
          'They leave',
          { number: 'Fail' },
          { hidden: 'More time' },
        ]}
      >
        {projects.map((one) => (
          <tr key={one.project}>
            <th scope="row">
              <Link href={shootsPage({ ...clustersOn(answer), project: [one.project] })}>{one.project}</Link>
            </th>
            <td className="num">{countText(one.clusters)}</td>
            <Count value={one.auto} />
            <td className="num nowrap">{nodeFigure(one.nodes)}</td>
            <td className="nowrap">
              <LeavesBy leaves={one.leaves} />
            </td>
            <Count value={one.fails} isBad />
            <td className="nowrap">
              {one.leaves !== null && (
                <Link
                  className="link"
                  href={moreTimePage(one.project, answer.profile, answer)}
                  aria-label={`Give ${one.project} more time`}
                >
                  More time
                </Link>
              )}
            </td>
          </tr>
        ))}
      </RowTable>
    </Section>
  )
}

function LeavesBy({ leaves }: Pick<VersionAnswer['projects'][number], 'leaves'>): ReactNode {
  const zone = useZone()
  const now = useNow()
  if (leaves === null) return <span className="faint">no date known</span>
  const first = dayText(leaves.firstAt, zone, { now })
  const isOneDay = isoDay(leaves.firstAt, zone) === isoDay(leaves.lastAt, zone)
  return (
    <>
      <EventGlyph kind={leaves.kind} named /> {isOneDay ? first : `${first} – ${dayText(leaves.lastAt, zone, { now })}`}
    </>
  )
}
