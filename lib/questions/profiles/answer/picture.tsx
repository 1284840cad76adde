import 'server-only'
import { scaleLinear } from 'd3-scale'
import { DAY } from '@/lib/engine/time'
import type { AnswerTo } from '@/lib/http/answer'
import { readLandscapeAt } from '@/lib/landscape/current-landscape'
import { findProfile, there } from '@/lib/landscape/lookup'
import { badgeSvg, profileBadge } from '@/lib/pictures/badge'
import {
  At,
  Box,
  drawable,
  Frame,
  INKS,
  Months,
  OTHER_STAGE,
  type PictureShape,
  picturePng,
  Shapes,
  STAGE_INKS,
} from '@/lib/pictures/picture'
import { pictureTimeText } from '@/lib/pictures/words'
import { countOf } from '@/lib/words/time-text'
import type { ProfileAnswer, profileBadgeRoute, profilePictureRoute } from '../contract'
import { profilePlainText, profileView } from './profile'

export const answerProfileBadge: AnswerTo<typeof profileBadgeRoute> = async ({ path: { ref }, query }, { garden }) => {
  const landscape = await readLandscapeAt(garden, query.at)
  there(garden, () => findProfile(landscape, ref))
  return badgeSvg(profileBadge(landscape, ref.join('/')))
}

export const answerProfilePicture: AnswerTo<typeof profilePictureRoute> = async (
  { path: { ref }, query },
  { garden },
) => {
  const landscape = await readLandscapeAt(garden, query.at)
  const entry = there(garden, () => findProfile(landscape, ref))
  return picturePng(profilePicture(profileView(landscape, entry, null), ref.join('/')))
}

const LEFT = 220
const WIDTH = 800
const TOP = 222
const ROW = 30
/** How many versions have room: those that clusters run, and the newest. */
const MOST = 11
const past = 90 * DAY

/** How long the versions of Kubernetes live that a profile offers, and how many clusters run each. */
export function profilePicture(answer: ProfileAnswer, name: string) {
  const at = Date.parse(answer.at)
  const range = { from: at - past, to: at + 365 * DAY }
  const x = scaleLinear([range.from, range.to], [LEFT, LEFT + WIDTH])
  const used = answer.kubernetes.filter(({ clusters }) => clusters > 0)
  const shown = (used.length > 0 ? used : answer.kubernetes).slice(0, MOST)
  const bottom = TOP + shown.length * ROW
  const lives = shown.flatMap(({ spans }, i) =>
    spans.flatMap((span): PictureShape[] => {
      const from = Math.max(range.from, span.from === null ? range.from : Date.parse(span.from))
      const to = Math.min(range.to, span.to === null ? range.to : Date.parse(span.to))
      if (to <= from) return []
      const { fill, edge } = STAGE_INKS[span.stage] ?? OTHER_STAGE
      const isOver = span.stage === 'expired'
      return [
        {
          x: x(from),
          y: TOP + i * ROW + (isOver ? 18 : 4),
          width: x(to) - x(from),
          height: isOver ? 4 : 22,
          fill: isOver ? edge : fill,
          edge,
          radius: isOver ? 0 : 3,
        },
      ]
    }),
  )
  const now = { x: x(at) - 1, y: TOP - 8, width: 3, height: bottom - TOP + 8, fill: INKS.ink }
  return (
    <Frame title={drawable(name)} sentence={drawable(profilePlainText(answer))} ground={pictureTimeText(answer)}>
      <Months range={range} x={x} top={TOP - 30} bottom={bottom} />
      <Shapes shapes={[...lives, now]} />
      {shown.map(({ version, clusters }, i) => (
        <Box key={version}>
          <At x={56} y={TOP + i * ROW + 3} fontSize={19}>
            {drawable(version)}
          </At>
          <At x={LEFT + WIDTH + 16} y={TOP + i * ROW + 3} fontSize={19} color={INKS.quiet}>
            {countOf(clusters, 'cluster')}
          </At>
        </Box>
      ))}
    </Frame>
  )
}
