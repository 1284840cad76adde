import type { Garden, Project, Snapshot } from '@/lib/garden'
import { answer } from '@/lib/http/answer'
import { Access } from '@/lib/landscape/access'
import { answerOverview } from '@/lib/questions/overview/answer/overview'
import { overviewRoute } from '@/lib/questions/overview/contract'
import { landscape } from './landscape'
import { type Figure, summary, timeAsync } from './measure'

const rounds = 200

/**
 * What one member of a project pays for the overview of their 20 clusters in a landscape of many: from the token to the text that
 * is sent, with access reviews that answer at once.
 */
export async function sight(shoots = 100_000): Promise<Figure[]> {
  let snapshot: Snapshot = landscape(shoots).snapshot
  const mine = smallest(snapshot)
  const member = mine.members[0]?.name ?? ''
  const garden: Garden = {
    snapshot: () => snapshot,
    status: () => ({ kind: 'kubernetes', label: 'bench', state: 'live', resources: [] }),
    subscribe: () => () => {},
    ready: async () => {},
    apply: async () => ({ kind: 'gone' }),
    preview: async () => ({ kind: 'gone' }),
    events: async () => ({ kind: 'read', events: [] }),
    userOf: async () => ({ name: member, groups: ['system:authenticated'] }),
    may: async (_, actions) =>
      actions.map(
        ({ kind, namespace, name }) => kind === 'CloudProfile' || namespace === mine.namespace || name === mine.name,
      ),
    close: async () => {},
  }
  const access = new Access(garden)
  const overview = async () => {
    const identity = { kind: 'user', token: 'the token of a member' } as const
    const asker = { identity, ...(await access.of(identity.token)) }
    return JSON.stringify(await answer(overviewRoute, answerOverview, asker))
  }
  /** Another version for one cluster. */
  const change = (place: number, round: number) => {
    const before = snapshot.shoots.at(place)
    if (before === undefined) throw new Error('no such cluster')
    const after = { ...before, kubernetesVersion: round % 2 === 0 ? '1.33.9' : '1.32.13' }
    snapshot = { ...snapshot, revision: `${place} ${round}`, shoots: snapshot.shoots.toSpliced(place, 1, after) }
  }
  const own = [...snapshot.shoots].findIndex(({ namespace }) => namespace === mine.namespace)
  const other = own > shoots / 2 ? 0 : shoots - 1
  const median = async (prepare: (round: number) => void) => {
    const runs: number[] = []
    for (let round = 0; round < rounds; round++) {
      prepare(round)
      runs.push((await timeAsync(overview)).wall)
    }
    return summary(runs).median
  }
  const first = (await timeAsync(overview)).wall
  const warm = await median(() => {})
  const afterOther = await median((round) => change(other, round))
  const afterOwn = await median((round) => change(own, round))
  const figure = (what: string, value: number, target?: Figure['target']): Figure => ({
    bench: 'sight',
    what: `overview of 20 of ${shoots} clusters: ${what}`,
    value,
    unit: 'ms',
    ...(target !== undefined && { target }),
  })
  return [
    figure('the first', first),
    figure('warm; median', warm, { below: 20 }),
    figure('a hidden one has changed; median', afterOther, { below: 20 }),
    figure('one of their own has changed; median', afterOwn),
  ]
}

/** The project with the fewest clusters: 20 where there are 100,000. */
function smallest({ shoots, projects }: Snapshot): Project {
  const counts = new Map<string, number>()
  for (const { namespace } of shoots) counts.set(namespace, (counts.get(namespace) ?? 0) + 1)
  const [first] = projects.toSorted((a, b) => (counts.get(a.namespace) ?? 0) - (counts.get(b.namespace) ?? 0))
  if (first === undefined) throw new Error('no project')
  return first
}
