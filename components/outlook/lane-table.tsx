import type { ShootAnswer } from '@/lib/contract/shoot'
import type { Zone } from '@/lib/contract/zone'
import { capitalized } from '@/lib/words/phrases'
import { stuckText } from '@/lib/words/shown-steps'
import { dayText, momentText, ms, spanText } from '@/lib/words/time-text'
import styles from '../cluster/shoot-view.module.css'
import { DataTable } from '../ui/data-table'
import { StageChip } from '../ui/glyph'
import { Scroll } from '../ui/scroll'
import { laneGroups } from './lanes'
import { VersionLink } from './version-link'

/** The lanes as a table: the same data, the same order. */
export function LaneTable({ answer, now }: { readonly answer: ShootAnswer; readonly now: number }) {
  const zone = answer.shoot.nextWindow.offset
  const moment = (at: string) => momentText(at, zone, now)
  return (
    <Scroll label="Lanes as a table">
      <DataTable
        className={`dense ${styles.laneTable}`}
        heads={[
          'Part',
          'Version',
          'Stage',
          { number: `From, ${zone.replace('-', '−')}` },
          { number: 'To' },
          { number: 'Lasts' },
          'Now',
        ]}
      >
        {laneGroups(answer.lanes, answer.shoot).map((group) =>
          group.lanes.map((lane) => (
            <tbody key={lane.id}>
              {lane.segments.map((segment, i) => {
                const from = segment.from === null ? null : ms(segment.from)
                const to = segment.to === null ? null : ms(segment.to)
                const isNow = (from === null || from <= now) && (to === null || now < to)
                return (
                  <tr key={`${segment.version} ${segment.stage} ${segment.from}`}>
                    {i === 0 ? (
                      <th scope="rowgroup" rowSpan={lane.segments.length + (lane.stuckFrom === null ? 0 : 1)}>
                        {group.title}, {lane.what}
                      </th>
                    ) : null}
                    <td>
                      <VersionLink profile={answer.shoot.profile} what={lane.what} segment={segment} />
                    </td>
                    <td>
                      <StageChip stage={segment.stage} />
                    </td>
                    <td className="num">
                      {segment.from === null ? <Unknown text="start unknown" /> : moment(segment.from)}
                    </td>
                    <td className="num">{segment.to === null ? <Unknown text="no end" /> : moment(segment.to)}</td>
                    <td className="num">
                      {from === null || to === null ? (
                        <Unknown text={to === null ? 'open' : 'not known'} />
                      ) : (
                        spanText(to - from, 'short')
                      )}
                    </td>
                    <td>{isNow ? <b>now</b> : null}</td>
                  </tr>
                )
              })}
              {lane.stuckFrom === null ? null : (
                <tr className="bad">
                  <td colSpan={6}>
                    {capitalized(stuckText(lane, answer.steps))}, {stuckSince(lane.stuckFrom, zone, now)}.
                  </td>
                </tr>
              )}
            </tbody>
          )),
        )}
      </DataTable>
    </Scroll>
  )
}

function stuckSince(from: string, zone: Zone, now: number): string {
  const day = dayText(from, zone, { now, weekday: true })
  return ms(from) < now ? `since ${day}` : `from ${day} on`
}

function Unknown({ text }: { readonly text: string }) {
  return <span className="faint">{text}</span>
}
