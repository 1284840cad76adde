import { describe, expect, it } from 'vitest'
import { gardenStateOf, type ReadProgress } from './progress'
import { resources } from './resources'

const synced: ReadProgress = { phase: 'synced', read: 3, of: 3 }
const waiting: ReadProgress = { phase: 'waiting', read: 0 }
const reading: ReadProgress = { phase: 'reading', read: 1, of: 3 }
const refused = (plural: string): ReadProgress => ({
  phase: 'forbidden',
  read: 0,
  message: `Almanac may not list ${plural}`,
  mayNot: 'list',
})
const stale = (since: number, message: string): ReadProgress => ({ phase: 'stale', read: 3, since, message })
const cannot: ReadProgress = { ...waiting, message: 'The API server cannot be reached (ECONNREFUSED)' }

function stateOf(...all: readonly ReadProgress[]) {
  return gardenStateOf(
    'label',
    resources.map((resource, i) => [resource, all[i] ?? synced]),
  )
}

describe('a garden of four resources', () => {
  it.each<[string, readonly ReadProgress[], string, string | undefined]>([
    ['is live when all are followed', [], 'live', undefined],
    ['is live with a gap where it may not look', [synced, synced, refused('projects')], 'live', undefined],
    ['is read while one is', [synced, synced, synced, reading], 'reading', undefined],
    ['is read while one has not begun', [synced, synced, synced, waiting], 'reading', undefined],
    ['is read while one does not answer and others do', [synced, synced, synced, cannot], 'reading', undefined],
    [
      'has failed when nothing answers',
      [cannot, cannot, cannot, cannot],
      'failed',
      'The API server cannot be reached (ECONNREFUSED).',
    ],
    [
      'has failed when nothing may be listed',
      resources.map(({ plural }) => refused(plural)),
      'failed',
      'Almanac may not list cloudprofiles, namespacedcloudprofiles, projects, shoots.',
    ],
    [
      'is stale when one is, and says which',
      [synced, synced, synced, stale(7, 'The API server broke the connection')],
      'stale',
      'Shoots: The API server broke the connection.',
    ],
    [
      'says a reason once that all have',
      [stale(7, 'Down'), stale(8, 'Down'), stale(9, 'Down'), stale(6, 'Down')],
      'stale',
      'Down.',
    ],
  ])('%s', (_, progresses, state, reason) => {
    const garden = stateOf(...progresses)
    expect([garden.state, garden.reason]).toEqual([state, reason])
  })

  it('is stale since the first resource was lost', () => {
    expect(stateOf(stale(9, 'x'), synced, stale(7, 'y')).since).toBe(7)
  })

  it('names each resource with its own state', () => {
    expect(stateOf(synced, synced, refused('projects')).resources[2]).toEqual({
      name: 'Projects',
      read: 0,
      state: 'forbidden',
      message: 'Almanac may not list projects',
    })
  })
})
