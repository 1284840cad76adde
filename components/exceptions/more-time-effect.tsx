import { type ReactNode, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import type { MoreTimeAnswer } from '@/lib/contract/more-time'
import type { WhatIfChange } from '@/lib/contract/what-if'
import { CHANGE_WORDS } from '@/lib/words/draft'
import {
  endBeforeWords,
  endFlagWords,
  groupNote,
  moreTimeCauseText,
  moreTimeFigure,
  moreTimeHeadline,
  moreTimeLaneWords,
  moreTimeWarning,
  noChangeText,
  sameForText,
  withAndWithoutText,
} from '@/lib/words/more-time'
import { countOf, countText, DAY, ms, msOrNull } from '@/lib/words/time-text'
import { ChangeGroup, ChangeRow, ChangeTable } from '../outlook/change-table'
import { SentenceText } from '../outlook/texts'
import type { LaneRow } from '../timeline/lane'
import { Lanes } from '../timeline/lanes'
import { Button } from '../ui/button'
import parts from '../ui/change.module.css'
import { chartMark, rangeMark } from '../ui/chart-mark'
import { CopyButton } from '../ui/copy'
import { DiffLines } from '../ui/diff-lines'
import { Figure, Figures } from '../ui/figures'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { Section, SectionHead } from '../ui/section'
import styles from './exceptions.module.css'

const CHANGES = Object.keys(CHANGE_WORDS) as WhatIfChange[]

/** What the draft does to the clusters of the project, and what is written. */
export function Effect({ answer }: { readonly answer: MoreTimeAnswer }): ReactNode {
  const zone = useZone()
  const { figures, warnings, clusters, project } = answer
  const changed = clusters.filter(({ change }) => change !== 'unchanged')
  return (
    <>
      <p className="headline">
        <SentenceText sentence={moreTimeHeadline(answer, zone)} />
      </p>
      {figures.length > 0 && (
        <Figures className={parts.figures}>
          {figures.map((figure) => {
            const change = figure.after - figure.before
            return (
              <Figure
                key={`${figure.kind} ${figure.at}`}
                label={moreTimeFigure(figure, zone)}
                value={`${change > 0 ? '+' : '−'}${countText(Math.abs(change))}`}
                note={`${countText(figure.before)} → ${countText(figure.after)}`}
              />
            )
          })}
        </Figures>
      )}
      {warnings.length > 0 && (
        <ul className="lines" aria-label="Warnings">
          {warnings.map((warning) => {
            const { lead, text } = moreTimeWarning(warning, answer, zone)
            const [first] = warning.code === 'stuck-later' ? warning.clusters : []
            const cluster = clusters.find(({ name }) => name === first)
            return (
              <li key={lead} className="signed">
                <Icon name="warning" className="warn" />
                <span>
                  <b>{lead}</b> {text}{' '}
                  {cluster && (
                    <Link className="link underlined" href={shootPage(cluster, 'plan')}>
                      Plan it
                    </Link>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      <OverTime answer={answer} />
      <SectionHead title="Clusters" note={`${countText(changed.length)} of ${countText(clusters.length)} change`} />
      {changed.length === 0 ? (
        <p className="muted">{noChangeText(project)}</p>
      ) : (
        <ChangeTable caption="Clusters that change">
          {CHANGES.flatMap((change) => {
            const group = changed.filter((one) => one.change === change)
            return group.length === 0 ? [] : [<Group key={change} change={change} clusters={group} answer={answer} />]
          })}
        </ChangeTable>
      )}
      <Written answer={answer} />
    </>
  )
}

function Written({ answer }: { readonly answer: MoreTimeAnswer }): ReactNode {
  const { written, clusters, target } = answer
  const moving = clusters.filter(({ moves }) => moves)
  const [first, ...others] = moving
  return (
    <>
      <SectionHead
        title="What is written"
        note={`${countOf(1 + moving.length, 'object')}, in this order`}
        actions={
          <span className="bar">
            <CopyButton text={written.yaml} label="YAML" />
            <CopyButton text={written.kubectl} label="kubectl" />
          </span>
        }
      />
      <div className={styles.written}>
        <div>
          <h3>
            1{' '}
            <span className="faint">
              {target.isNew ? `made, ${countOf(written.profile.length, 'line')}` : 'changed'}
            </span>
          </h3>
          <DiffLines label={`NamespacedCloudProfile ${target.name}`} lines={written.profile} isWhole={target.isNew} />
        </div>
        {first !== undefined && (
          <div>
            <h3>
              {others.length === 0 ? '2' : `2–${1 + moving.length}`}{' '}
              <span className="faint">changed, one patch a cluster</span>
            </h3>
            <DiffLines label={`Shoot ${first.name}, what changes`} lines={written.cluster} />
            {others.length > 0 && <p className="note">{sameForText(others.map(({ name }) => name))}</p>}
          </div>
        )}
      </div>
      <p className="note">
        If the first is refused, nothing is sent. If a cluster is refused, the others move all the same, and the answer
        says which. A cluster that others have changed meanwhile is not moved.
      </p>
    </>
  )
}

/** How many are shown before all are asked for. */
const MOST_ROWS = 10

interface GroupProps {
  readonly change: WhatIfChange
  readonly clusters: MoreTimeAnswer['clusters']
  readonly answer: MoreTimeAnswer
}

function Group({ change, clusters, answer: { project, target } }: GroupProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  const rows = isWhole ? clusters : clusters.slice(0, MOST_ROWS)
  const causeOf = (one: MoreTimeAnswer['clusters'][number]) => one.stuck ?? moreTimeCauseText(one, target.name)
  const causes = new Set(clusters.map(causeOf))
  const isSame = clusters.length > 1 && causes.size === 1
  return (
    <ChangeGroup
      title={`${countText(clusters.length)} ${CHANGE_WORDS[change]}`}
      note={
        <>
          {groupNote(clusters, zone, now)}
          {isSame && <span className="phone">; each {[...causes]}</span>}
        </>
      }
    >
      {rows.map((one) => (
        <ChangeRow key={one.name} cluster={{ ...one, project }} outlook={one} isTold={isSame}>
          {causeOf(one)}
        </ChangeRow>
      ))}
      {clusters.length > rows.length && (
        <tr>
          <td colSpan={4}>
            <Button small onClick={() => setWhole(true)}>
              and {countText(clusters.length - rows.length)} more
            </Button>
          </td>
        </tr>
      )}
    </ChangeGroup>
  )
}

/** The version in the namespaced profile, with what it was, and in the root, which stays. */
function OverTime({ answer }: { readonly answer: MoreTimeAnswer }): ReactNode {
  const zone = useZone()
  const now = useNow(DAY)
  const { project, version, root, target, stage, until, parentEnd } = answer
  if (stage === null) return null
  const was = target.own ?? parentEnd
  const last = Math.max(ms(until), was === null ? 0 : ms(was))
  const range = { from: now - 45 * DAY, to: last + Math.max(45 * DAY, (last - now) / 5) }
  const row = (id: string, end: number | null, ghost: number | null): LaneRow & { readonly place: string } => {
    const words = moreTimeLaneWords(answer, id, stage)
    return {
      id,
      place: words.place,
      isFirst: true,
      segments: [
        { look: stage, label: words.label, from: null, to: end, name: words.name },
        ...(end === null ? [] : [{ look: 'expired' as const, label: '', from: end, to: null, name: words.expired }]),
      ] as NonNullable<LaneRow['segments']>,
      ghosts:
        ghost === null || ghost === end
          ? []
          : [
              {
                from: range.from,
                to: ghost,
                ...endBeforeWords(answer, ghost, zone, now),
                difference: null,
              } as NonNullable<LaneRow['ghosts']>[number],
            ],
      flag: end === null ? null : { at: end, ...endFlagWords(answer, id, end, zone) },
    }
  }
  const rows = [row(target.name, ms(until), msOrNull(was)), row(root, msOrNull(parentEnd), null)]
  return (
    <Section title={`What changes for ${project}`} note="dashed: as it was" {...chartMark('What changes')}>
      <Lanes
        name={withAndWithoutText(answer)}
        rows={rows}
        left={[
          {
            key: 'version',
            head: 'Version',
            width: 150,
            isName: true,
            phone: 'wide',
            cell: ({ place }) => (
              <span title={place}>
                <b>{version}</b> <span className="faint tiny below">in {place}</span>
              </span>
            ),
          },
        ]}
        range={range}
        now={now}
        kind="plain"
        mark={rangeMark(range)}
      />
    </Section>
  )
}
