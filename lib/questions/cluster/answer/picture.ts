import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { readIndexAt } from '@/lib/landscape/current-index'
import { findShoot, there } from '@/lib/landscape/lookup'
import { badgeSvg } from '@/lib/pictures/badge'
import { shootBadge } from '@/lib/pictures/badge-words'
import { pngOf } from '@/lib/pictures/png'
import type { ShootBadgeRoute, ShootPictureRoute } from '../contract'
import { shootPicture } from './shoot-picture'
import { shootView } from './views/shoot'

export const answerShootBadge: AnswerTo<ShootBadgeRoute> = async ({ path: { namespace, name }, query }, { garden }) => {
  const index = await readIndexAt(garden, query.at)
  return badgeSvg(
    shootBadge(
      index,
      there(garden, () => findShoot(index, namespace, name)),
    ),
  )
}

export const answerShootPicture: AnswerTo<ShootPictureRoute> = async (
  { path: { namespace, name }, query },
  { garden },
) => {
  const index = await readIndexAt(garden, query.at)
  const position = there(garden, () => findShoot(index, namespace, name))
  return pngOf(index, `shoot ${namespace}/${name}`, () => shootPicture(shootView(index, position)))
}
