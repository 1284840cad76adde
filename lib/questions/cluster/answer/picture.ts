import 'server-only'
import type { AnswerTo } from '@/lib/server/answer'
import { badgeSvg } from '@/lib/server/badges/badge'
import { shootBadge } from '@/lib/server/badges/words'
import { readIndexAt } from '@/lib/server/current-index'
import { findShoot, there } from '@/lib/server/lookup'
import { pngOf } from '@/lib/server/pictures/png'
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
