import 'server-only'
import { type GardenAction, isAccessError } from '@/lib/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { authMode } from '@/lib/http/auth'
import { type Asker, isRead } from '@/lib/landscape/garden'
import { NotReady } from '@/lib/process/errors'
import type { AccountAnswer, accountRoute } from './contract'

export const answerAccount: AnswerTo<typeof accountRoute> = async (_, asker) => {
  await isRead(asker.garden)
  return accountView(asker)
}

/** For how many projects the API server is asked what the user may do in them, with two questions each. */
const mostProjects = 50

/** The user who asks, and what they may see and do, as access reviews say now. Throws `NotReady` if the garden does not answer. */
async function accountView({ garden, identity, user }: Asker): Promise<AccountAnswer> {
  try {
    const all = [...garden.snapshot().projects].sort((a, b) => (a.name < b.name ? -1 : 1))
    const projects = all.slice(0, mostProjects)
    const everywhere: readonly GardenAction[] = [
      { verb: 'list', kind: 'Shoot' },
      { verb: 'patch', kind: 'CloudProfile' },
      { verb: 'patch', kind: 'Shoot' },
      { verb: 'patch', kind: 'NamespacedCloudProfile' },
    ]
    const may = async (actions: readonly GardenAction[]) =>
      (await garden.may?.(identity, actions)) ?? actions.map(() => true)
    const [known, [seesAllShoots = false, mayEditCloudProfiles = false, shoots = false, profiles = false]] =
      await Promise.all([user ?? garden.userOf?.(identity) ?? null, may(everywhere)])
    const edits = async (kind: GardenAction['kind'], isEverywhere: boolean): Promise<readonly boolean[]> =>
      isEverywhere
        ? projects.map(() => true)
        : may(projects.map(({ namespace }) => ({ verb: 'patch', kind, namespace })))
    const [ownShoots, ownProfiles] = await Promise.all([
      edits('Shoot', shoots),
      edits('NamespacedCloudProfile', profiles),
    ])
    return {
      mode: authMode(),
      user: known && { name: known.name, groups: known.groups.filter((group) => group !== '') },
      seesAllShoots,
      mayEditCloudProfiles,
      mayEditAllShoots: shoots,
      mayEditAllProfiles: profiles,
      projects: projects.map(({ name, namespace }, i) => ({
        name,
        namespace,
        mayEditShoots: ownShoots[i] === true,
        mayEditProfiles: ownProfiles[i] === true,
      })),
      projectCount: all.length,
    }
  } catch (error) {
    if (isAccessError(error)) throw new NotReady(`What you may do cannot be asked. ${error.message}`)
    throw error
  }
}
