import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { statusBody } from '@/lib/http/status-body'
import { readLandscapeAt } from '@/lib/landscape/current-landscape'
import { At, Frame, INKS, type PictureShape, picturePng, Shapes } from '@/lib/pictures/picture'
import { landscapeText, pictureTimeText } from '@/lib/pictures/words'
import * as problemWords from '@/lib/words/faults'
import type { GardenAnswer, overviewPictureRoute } from '../contract'
import { gardenView } from './garden'

export const answerOverviewPicture: AnswerTo<typeof overviewPictureRoute> = async ({ query }, { garden }) => {
  const landscape = await readLandscapeAt(garden, query.at)
  return picturePng(gardenPicture(await gardenView(landscape, statusBody(garden, problemWords), 'UTC')))
}

const LEFT = 56
const WIDTH = 1088
const TOP = 220
const HEIGHT = 280

/** How many clusters are forced or fail on each of the days that the overview shows. */
export function gardenPicture(answer: GardenAnswer) {
  const { days } = answer
  const most = Math.max(1, ...days.map(({ forced, fails }) => forced + fails))
  const width = WIDTH / Math.max(1, days.length)
  const left = (day: number) => LEFT + day * width + 1
  const bars = days.flatMap(({ forced, rolling, fails }, i): PictureShape[] => {
    let below = TOP + HEIGHT
    const parts = [
      { count: rolling, fill: INKS.bar },
      { count: forced - rolling, fill: '#9fb4d0' },
      { count: fails, fill: INKS.fails },
    ]
    return parts.flatMap(({ count, fill }) => {
      const height = (count / most) * HEIGHT
      below -= height
      return count === 0 ? [] : [{ x: left(i), y: below, width: width - 2, height, fill }]
    })
  })
  return (
    <Frame title="What needs attention" sentence={landscapeText(answer.figures)} ground={pictureTimeText(answer)}>
      <Shapes shapes={[{ x: LEFT, y: TOP + HEIGHT, width: WIDTH, height: 2, fill: INKS.quiet }, ...bars]} />
      {days.map(({ date }, i) =>
        date.endsWith('-01') || i === 0 ? (
          <At key={date} x={left(i)} y={TOP + HEIGHT + 8} fontSize={18} color={INKS.quiet}>
            {date}
          </At>
        ) : null,
      )}
      <At x={LEFT} y={TOP - 34} fontSize={18} color={INKS.quiet}>
        {`Clusters per day, at most ${most}: dark, nodes roll; light, they do not; red, it fails`}
      </At>
    </Frame>
  )
}
