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
  const begin = new Date(range.from)
  const months = Array.from({ length: 14 }, (_, i) => Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1 + i, 1))
  const shown = months.filter((month) => month < range.to - 15 * DAY)
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
