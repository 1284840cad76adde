import { beforeEach, describe, expect, it } from 'vitest'
import type { Garden, GardenAction, GardenProject, GardenUser } from '@/lib/garden'
import { AccessError } from '@/lib/garden/errors'
import { emptySnapshot } from '@/lib/garden/snapshot'
import { GardenAccess } from './access'

const anna: GardenUser = { name: 'anna@example.com', groups: ['dev'] }
const robot: GardenUser = { name: 'system:serviceaccount:garden-p7:robot', groups: ['system:serviceaccounts'] }

let projects: GardenProject[]
let asked: GardenAction[]
let users: Record<string, GardenUser | AccessError>
let allowed: (action: GardenAction) => boolean
let now: number

const garden: Garden = {
  snapshot: () => snapshot,
  status: () => ({ kind: 'kubernetes', label: 'Test', state: 'live', resources: [] }),
  subscribe: () => () => {},
  ready: async () => {},
  apply: async () => ({ kind: 'unavailable', message: '', uncertain: false }),
  preview: async () => ({ kind: 'unavailable', message: '', uncertain: false }),
  events: async () => ({ kind: 'read', events: [] }),
  userOf: async (identity) => {
    const user = identity.kind === 'user' ? users[identity.token] : undefined
    if (user === undefined || user instanceof AccessError) throw user ?? new AccessError('refused', 'Unauthorized')
    return user
  },
  may: async (_, actions) => {
    asked.push(...actions)
    return actions.map((action) => allowed(action))
  },
  close: async () => {},
}

let snapshot = emptySnapshot
let access: GardenAccess

const member = (name: string): GardenProject['members'][number] => ({ kind: 'User', name, roles: ['admin'] })
const project = (i: number, ...members: GardenProject['members']): GardenProject => ({
  name: `p${i}`,
  namespace: `garden-p${i}`,
  members,
})
const seen = async (token = 'anna') => (await access.of(token)).garden.snapshot().projects.map(({ name }) => name)
const show = () => {
  snapshot = { ...emptySnapshot, projects: [...projects] }
}

beforeEach(() => {
  asked = []
  now = 1_000_000
  users = { anna, robot }
  allowed = ({ namespace, name }) => namespace !== undefined || name !== undefined
  projects = Array.from({ length: 1000 }, (_, i) => project(i))
  projects[3] = project(3, member('anna@example.com'))
  projects[5] = project(5, { kind: 'Group', name: 'dev', roles: ['viewer'] })
  projects[7] = project(7, { kind: 'ServiceAccount', name: 'robot', roles: ['viewer'] })
  show()
  access = new GardenAccess(garden, { now: () => now })
})

describe('what somebody may see', () => {
  it('is asked of the projects that name them, by name, group or service account', async () => {
    expect(await seen()).toEqual(['p3', 'p5'])
    expect(await seen('robot')).toEqual(['p7'])
    expect(asked.length).toBeLessThan(20)
  })

  it('is what the reviews allow, not what the project says', async () => {
    allowed = ({ namespace, name }) => namespace === 'garden-p3' || name === 'p3'
    expect(await seen()).toEqual(['p3'])
  })

  it('is the whole garden for who may list everything', async () => {
    allowed = () => true
    expect((await access.of('anna')).garden).toBe(garden)
    expect((await access.of('anna')).sight).toBe('')
  })

  it('is asked once for a while, also by many at the same time, and then anew', async () => {
    await Promise.all([seen(), seen(), seen()])
    const { length } = asked
    now += 59_000
    await seen()
    expect(asked).toHaveLength(length)
    allowed = () => false
    now += 2_000
    expect(await seen()).toEqual([])
  })

  it('is asked anew when a project begins to name them', async () => {
    await seen()
    projects[9] = project(9, member('anna@example.com'))
    show()
    expect(await seen()).toEqual(['p3', 'p5', 'p9'])
  })

  it('is asked anew when one of these projects changes, and for no other', async () => {
    await seen()
    const { length } = asked
    projects[8] = project(8, member('berta@example.com'))
    show()
    await seen()
    expect(asked).toHaveLength(length)
    allowed = () => false
    projects[3] = project(3, { ...member('anna@example.com'), roles: ['viewer'] })
    show()
    expect(await seen()).toEqual([])
  })

  it('is asked anew after a refusal', async () => {
    await seen()
    allowed = () => false
    access.forget('anna')
    expect(await seen()).toEqual([])
  })

  it('is the same view for all who see the same', async () => {
    users.berta = anna
    expect((await access.of('berta')).garden).toBe((await access.of('anna')).garden)
  })

  it('is nothing once the garden does not let them in', async () => {
    await seen()
    users.anna = new AccessError('refused', 'Unauthorized')
    now += 61_000
    await expect(seen()).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(seen('nobody')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('counts for some minutes while the API server is away, and then nothing is shown', async () => {
    await seen()
    users.anna = new AccessError('away', 'The API server cannot be reached (ECONNREFUSED).')
    now += 5 * 60_000
    expect(await seen()).toEqual(['p3', 'p5'])
    now += 6 * 60_000
    await expect(seen()).rejects.toMatchObject({ code: 'not-ready' })
  })
})
