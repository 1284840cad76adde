import { utcMonth } from 'd3-time'
import { DAY, MONTHS } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { At, Box, INKS, Shapes } from './picture'

interface MonthsProps {
  readonly range: { readonly from: Instant; readonly to: Instant }
  readonly x: (instant: Instant) => number
  readonly top: number
  readonly bottom: number
}

/** A line for every month that begins within the range, in UTC. */
export function Months({ range, x, top, bottom }: MonthsProps) {
  const shown = utcMonth.range(new Date(range.from + 1), new Date(range.to - 15 * DAY)).map(Number)
  return (
    <Box>
      <Shapes
        shapes={shown.map((month) => ({ x: x(month), y: top, width: 1, height: bottom - top, fill: INKS.line }))}
      />
      {shown.map((month) => (
        <At key={month} x={x(month) + 6} y={top} fontSize={16} color={INKS.quiet}>
          {MONTHS[new Date(month).getUTCMonth()]}
        </At>
      ))}
    </Box>
  )
}
