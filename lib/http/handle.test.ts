import { expect, it } from 'vitest'
import { openTheGarden } from '@/lib/landscape/open-the-garden'
import { answerPlan } from '@/lib/questions/cluster/answer/plan'
import { planRoute } from '@/lib/questions/cluster/contract'
import { answerMovement } from '@/lib/questions/overview/answer/overview'
import { movementRoute } from '@/lib/questions/overview/contract'
import { handle } from './handle'

openTheGarden()

it('refuses a body that is nested so deeply that nothing can look at it', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const edit = `{"pool":"a","field":"providerConfig","value":{"a":${deep}}}`
  const request = new Request('http://localhost/api/shoots/a/b/plan', { method: 'POST', body: `{"edits":[${edit}]}` })
  const response = await handle(planRoute, answerPlan, { namespace: 'a', name: 'b' })(request)
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: expect.objectContaining({ message: 'body: must not be nested more than 50 levels deep' }) },
  ])
})

it('counts what whoever asked has left as left: nothing failed', async () => {
  const request = new Request('http://localhost/api/movement', { signal: AbortSignal.abort() })
  const response = await handle(movementRoute, answerMovement)(request)
  expect([response.status, await response.text()]).toEqual([499, ''])
})
