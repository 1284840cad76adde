import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import type { Asker } from '@/lib/landscape/asker'
import { instantOf } from '@/lib/landscape/clock'
import { indexAt } from '@/lib/landscape/current-index'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { findShoot, there } from '@/lib/landscape/lookup'
import { mayEdit } from '@/lib/landscape/may-edit'
import type { ShootRoute, WhyRoute } from '../contract'
import { shootViewOf } from './views/shoot'
import { whyView } from './views/why'

export const answerShoot: AnswerTo<ShootRoute> = async ({ path: { namespace, name }, query }, asker) => {
  const index = await indexAt(asker.garden, query.at)
  const position = there(asker.garden, () => findShoot(index, namespace, name))
  const [view, mayEdit] = [await shootViewOf(index, position).ready(), await mayEditMember(asker, index, position)]
  return { ...view, mayEdit }
}

export const answerWhy: AnswerTo<WhyRoute> = async (
  { path: { namespace, name }, query: { at, window } },
  { garden },
) => {
  const index = await indexAt(garden, at)
  const position = there(garden, () => findShoot(index, namespace, name))
  return whyView(index, position, instantOf('window', window, index.at))
}

/** Where edits are applied in the name of whoever asks. */
async function mayEditMember(asker: Asker, index: FleetIndex, position: number): Promise<boolean> {
  const shoot = index.roster.members.at(position)?.shoot
  return shoot !== undefined && mayEdit(asker, { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name })
}
