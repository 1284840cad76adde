import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { routes } from '@/lib/contract'
import type { Route } from '@/lib/contract/routes'
import { AT } from './support/pages'

/** A command of docs/api.md, which may go over lines. What it does with the answer is left out. */
const CURL = /curl -sN? "?\$A(\/[^\s"]+)"?(?: -d '((?:[^']|'\$BASE')*)')?/g

/** They change the garden that other tests read, or never end; and what is only where people sign in: e2e/cluster has it. */
const NOT_HERE = ['/api/demo/reset', '/api/events', '/signin/token', '/signout']
const SIGNED_IN = '/api/feeds/addresses'

/** The one that the examples edit. */
const CLUSTER = '/api/shoots/garden-payments/checkout-prod'

test('every example of docs/api.md is answered', async ({ request }) => {
  const docs = await readFile('docs/api.md', 'utf8')
  const { profile } = (await (await request.get('/api/cloudprofiles/aws')).json()) as {
    profile: { resourceVersion: string }
  }
  const plan = await request.post(`${CLUSTER}/plan`, { data: { edits: [] } })
  const { resourceVersion } = (await plan.json()) as { resourceVersion: string }
  const history = await request.get('/api/history/cloudprofiles/aws')
  const { changes } = (await history.json()) as { changes: readonly { before: string }[] }
  const refused: string[] = []
  const asked = [...docs.matchAll(CURL)].filter(
    ([, address = '']) => !NOT_HERE.includes(address) && !address.startsWith(SIGNED_IN),
  )
  for (const [, address = '', body] of asked) {
    const answer =
      body === undefined
        ? await request.get(pinnedWhereItTakesThat(address.replace('$BEFORE', changes[0]?.before ?? '')))
        : await request.post(address, {
            headers: { 'content-type': 'application/json' },
            data: body.replaceAll("'$BASE'", address.startsWith(CLUSTER) ? resourceVersion : profile.resourceVersion),
          })
    if (!answer.ok()) refused.push(`${answer.status()} ${address} ${await answer.text()}`)
  }
  expect(refused).toEqual([])
  expect(asked.length).toBeGreaterThan(40)
})

/** The dates of the examples are those of the demo garden that is born on the day of the tests. */
function pinnedWhereItTakesThat(address: string): string {
  const [path = ''] = address.split('?')
  const [, route] = Object.entries<Route>(routes).find(([name]) => patternOf(name).test(`GET ${path}`)) ?? []
  if (route?.query?.shape.at === undefined || /[?&]at=/.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}at=${AT}`
}

function patternOf(name: string): RegExp {
  const pattern = name.replace(/\[\.\.\.\w+\]/g, '.+').replace(/\[\w+\]/g, '[^/]+')
  return new RegExp(`^${pattern}(\\.\\w+)?$`)
}
