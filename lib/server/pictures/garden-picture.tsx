import type { GardenAnswer } from '@/lib/contract'
import { At, Box, Frame, INKS } from './picture'
import { groundOf, landscapeText } from './words'

const LEFT = 56
const WIDTH = 1088
const TOP = 220
const HEIGHT = 280

/** How many clusters are forced or fail on each of the days that the overview shows. */
export function gardenPicture(answer: GardenAnswer) {
  const { days } = answer
  const most = Math.max(1, ...days.map(({ forced, fails }) => forced + fails))
  const width = WIDTH / Math.max(1, days.length)
  const height = (count: number) => (count / most) * HEIGHT
  return (
    <Frame title="What needs attention" sentence={landscapeText(answer)} ground={groundOf(answer)}>
      <At x={LEFT} y={TOP + HEIGHT} width={WIDTH} height={2} background={INKS.quiet} />
      {days.map(({ date, forced, rolling, fails }, i) => {
        const x = LEFT + i * width + 1
        const bars = [
          { count: rolling, color: INKS.bar },
          { count: forced - rolling, color: '#9fb4d0' },
          { count: fails, color: INKS.fails },
        ]
        let below = TOP + HEIGHT
        return (
          <Box key={date}>
            {bars.map(({ count, color }) => {
              below -= height(count)
              return <At key={color} x={x} y={below} width={width - 2} height={height(count)} background={color} />
            })}
            {date.endsWith('-01') || i === 0 ? (
              <At x={x} y={TOP + HEIGHT + 8} fontSize={18} color={INKS.quiet}>
                {date}
              </At>
            ) : null}
          </Box>
        )
      })}
      <At x={LEFT} y={TOP - 34} fontSize={18} color={INKS.quiet}>
        {`Clusters per day, at most ${most}: dark, nodes roll; light, they do not; red, it fails`}
      </At>
    </Frame>
  )
}
