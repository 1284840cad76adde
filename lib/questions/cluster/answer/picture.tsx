import 'server-only'
import { scaleLinear } from 'd3-scale'
import type { LaneSegmentBody, ShootAnswer } from '@/lib/contract/clusters'
import { DAY } from '@/lib/engine/time'
import type { Instant, Period } from '@/lib/engine/types'
import type { AnswerTo } from '@/lib/http/answer'
import { readLandscapeAt } from '@/lib/landscape/current-landscape'
import { findShoot, there } from '@/lib/landscape/lookup'
import { badgeSvg, shootBadge } from '@/lib/pictures/badge'
import {
  At,
  Box,
  drawable,
  Frame,
  INKS,
  Months,
  OTHER_STAGE,
  picturePng,
  STAGE_INKS,
  shortenedToWidth,
} from '@/lib/pictures/picture'
import { pictureNextText, pictureTimeText } from '@/lib/pictures/words'
import type { shootBadgeRoute, shootPictureRoute } from '../contract'
import { shootView } from './shoot'

export const answerShootBadge: AnswerTo<typeof shootBadgeRoute> = async (
  { path: { namespace, name }, query },
  { garden },
) => {
  const landscape = await readLandscapeAt(garden, query.at)
  const position = there(garden, () => findShoot(landscape, namespace, name))
  return badgeSvg(shootBadge(landscape, position))
}

export const answerShootPicture: AnswerTo<typeof shootPictureRoute> = async (
  { path: { namespace, name }, query },
  { garden },
) => {
  const landscape = await readLandscapeAt(garden, query.at)
  const position = there(garden, () => findShoot(landscape, namespace, name))
  return picturePng(shootPicture(shootView(landscape, position)))
}

const LEFT = 300

const WIDTH = 844

const TOP = 232

const ROW = 44

/** How many lanes have room. */
const MOST = 7

const past = 30 * DAY

/** The lanes of a cluster over the year ahead, as its page has them. */
function shootPicture(answer: ShootAnswer) {
  const { shoot, lanes } = answer
  const at = Date.parse(answer.at)
  const range = { from: at - past, to: at + 365 * DAY }
  const x = scaleLinear([range.from, range.to], [LEFT, LEFT + WIDTH])
  const shown = lanes.slice(0, MOST)
  const bottom = TOP + shown.length * ROW
  const late = answer.steps.filter(({ kind }) => kind !== 'other')
  return (
    <Frame
      title={`${shoot.project} / ${shoot.name}`}
      sentence={drawable(pictureNextText(answer))}
      ground={pictureTimeText(answer)}
    >
      <Months range={range} x={x} top={TOP - 30} bottom={bottom} />
      {shown.map((lane, i) => (
        <Box key={lane.id}>
          <At x={56} y={TOP + i * ROW + 8} fontSize={20}>
            {drawable(shortenedToWidth(lane.pool === null ? 'Control plane' : `${lane.pool}, ${lane.what}`, 24))}
          </At>
          {lane.segments.map((segment) => (
            <Segment
              key={`${segment.version} ${segment.from} ${segment.stage}`}
              {...{ segment, range, x }}
              y={TOP + i * ROW + 5}
            />
          ))}
        </Box>
      ))}
      {late.slice(0, 12).map(({ kind, window }) => (
        <At
          key={window.begin}
          x={Math.min(LEFT + WIDTH, x(Date.parse(window.begin))) - 1}
          y={TOP - 8}
          width={3}
          height={bottom - TOP + 12}
          background={INKS[kind === 'fails' ? 'fails' : kind === 'auto' ? 'auto' : 'forced']}
          opacity={0.7}
        />
      ))}
      {lanes.length > MOST ? (
        <At x={56} y={bottom + 8} fontSize={18} color={INKS.quiet}>{`and ${lanes.length - MOST} more`}</At>
      ) : null}
    </Frame>
  )
}

interface SegmentProps {
  readonly segment: LaneSegmentBody
  readonly range: Period
  readonly x: (instant: Instant) => number
  readonly y: number
}

function Segment({ segment, range, x, y }: SegmentProps) {
  const from = Math.max(range.from, segment.from === null ? range.from : Date.parse(segment.from))
  const to = Math.min(range.to, segment.to === null ? range.to : Date.parse(segment.to))
  const width = x(to) - x(from)
  if (width <= 0) return <Box />
  const { fill, edge, ink } = STAGE_INKS[segment.stage] ?? OTHER_STAGE
  const hasRoom = width > segment.version.length * 10 + 16
  return (
    <At x={x(from)} y={y} width={width} height={32} background={fill} border={`1.5px solid ${edge}`} borderRadius={3}>
      <Box fontSize={18} color={ink} paddingLeft={8} paddingTop={3}>
        {hasRoom ? drawable(segment.version) : ''}
      </Box>
    </At>
  )
}
