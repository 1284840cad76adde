import { expect, it } from 'vitest'
import { AccessError, type Garden, type GardenAction, type Identity, type ObjectRef } from '@/lib/garden'
import { mayEdit } from './access'

const shoot = (name: string): ObjectRef => ({ kind: 'Shoot', namespace: 'garden-a', name })
const user = (token: string): Identity => ({ kind: 'user', token })

/** Answers access reviews, and notes them. */
function gardenOf(answer: (identity: Identity) => boolean | Error) {
  const asked: (readonly GardenAction[])[] = []
  const may = async (identity: Identity, actions: readonly GardenAction[]) => {
    asked.push(actions)
    const told = answer(identity)
    if (told instanceof Error) throw told
    return actions.map(() => told)
  }
  return { garden: { may } as unknown as Garden, asked }
}

it('asks the garden whether they may patch it, each person once', async () => {
  const { garden, asked } = gardenOf((identity) => identity.kind === 'user' && identity.token === 'owner')
  for (const _ of [1, 2]) {
    expect(await mayEdit({ garden, identity: user('owner') }, shoot('one'))).toBe(true)
    expect(await mayEdit({ garden, identity: user('viewer') }, shoot('one'))).toBe(false)
  }
  expect(await mayEdit({ garden, identity: { kind: 'process' } }, shoot('one'))).toBe(false)
  expect(asked).toHaveLength(3)
  expect(asked[0]).toEqual([{ verb: 'patch', kind: 'Shoot', namespace: 'garden-a', name: 'one' }])
})

it('says no while nobody can tell, and asks again', async () => {
  let answer: boolean | Error = new AccessError('away', 'The API server does not answer.')
  const { garden } = gardenOf(() => answer)
  expect(await mayEdit({ garden, identity: user('a') }, shoot('two'))).toBe(false)
  answer = true
  expect(await mayEdit({ garden, identity: user('a') }, shoot('two'))).toBe(true)
})

it('lets everybody in a garden that knows no users', async () => {
  expect(await mayEdit({ garden: {} as Garden, identity: { kind: 'process' } }, shoot('three'))).toBe(true)
})
