import { DataTable } from '@/components/ui/data-table'
import { Scroll } from '@/components/ui/scroll'
import { useZone } from '@/lib/browser/clock'
import type { AccuracyAnswer } from '@/lib/questions/accuracy/contract'
import { REASON_ORDER, REASONS } from '@/lib/words/accuracy'
import { countText, dayText } from '@/lib/words/time-text'

/** The same as the chart, in figures. */
export function WeeksTable({ answer: { weeks, at } }: { readonly answer: AccuracyAnswer }) {
  const zone = useZone()
  return (
    <Scroll label="What became of forecasts, week by week, as a table">
      <DataTable
        caption="By reason, week by week"
        heads={[
          'Week of',
          { number: 'As forecast' },
          ...REASON_ORDER.map((reason) => ({ number: REASONS[reason].lane })),
          { number: 'All' },
        ]}
      >
        <tbody>
          {weeks.map(({ from, counts }) => (
            <tr key={from}>
              <th scope="row">{dayText(from, zone, { now: at })}</th>
              <td className="num">{countText(counts.asForecast)}</td>
              {REASON_ORDER.map((reason) => (
                <td key={reason} className={counts.reasons[reason] === 0 ? 'num faint' : 'num'}>
                  {countText(counts.reasons[reason])}
                </td>
              ))}
              <td className="num">{countText(counts.total)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
