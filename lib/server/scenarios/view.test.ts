import { beforeAll, describe, expect, it, test } from 'vitest'
import { type ScenarioAnswer, scenarioAnswer } from '@/lib/contract'
import { scenarioQuery } from '@/lib/contract/scenarios'
import { SCENARIOS, WAYS } from '@/lib/contract/words'
import { openGarden } from '@/lib/garden'
import { buildIndex, type FleetIndex } from '../fleet-index'
import { scenarioView } from './view'

let index: FleetIndex

beforeAll(async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '300' })
  await garden.ready()
  index = await buildIndex(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
})

const ask = (input: object): ScenarioAnswer =>
  scenarioAnswer.parse(scenarioView(index, scenarioQuery.parse({ profile: 'aws', ...input })))

describe.each(SCENARIOS)('the guide %s', (scenario) => {
  test.each(WAYS)('fills a draft, %s, that can be made', (way) => {
    for (const profile of ['aws', 'azure', 'gcp', 'openstack']) {
      const answer = ask({ scenario, way, profile })
      if (answer.version === null) continue
      expect(answer.steps.length).toBeGreaterThan(1)
      expect(answer.edits.length, `${profile} ${JSON.stringify(answer)}`).toBeGreaterThan(0)
      expect(answer.effect, `${profile} ${JSON.stringify(answer.edits)}`).not.toBeNull()
    }
  })
})

it('by hand drafts what Gardener accepts, where its preconditions hold', () => {
  const refused = SCENARIOS.flatMap((scenario) => {
    const { effect, steps } = ask({ scenario })
    const fails = steps.some(({ checks }) => checks.some(({ state }) => state === 'fails'))
    return fails ? [] : (effect?.refusals ?? [])
  })
  expect(refused).toEqual([])
})

it('names who holds an expired version, why, and when the last one leaves', () => {
  const all = ['aws', 'azure', 'gcp', 'openstack'].map((profile) => ask({ scenario: 'remove', profile }))
  const holders = all.flatMap((answer) => answer.holders)
  expect(new Set(holders.map(({ why }) => why)).size).toBeGreaterThan(1)
  for (const { why, leaves } of holders) expect(leaves !== null).toBe(why === 'window')
  for (const { holders, lastLeaves } of all) {
    const stay = holders.some(({ leaves }) => leaves === null)
    expect(lastLeaves === null).toBe(stay || holders.length === 0)
  }
})

it('is about another version when that is asked for', () => {
  const { versions } = ask({ scenario: 'deprecate' })
  const other = versions.at(-1)?.version
  expect(ask({ scenario: 'deprecate', version: other }).version).toBe(other)
  expect(() => ask({ scenario: 'deprecate', version: '9.9.9' })).toThrow('9.9.9 is not listed in aws')
  expect(() => ask({ scenario: 'deprecate', profile: 'garden-payments/aws-extended' })).toThrow('CloudProfile')
})
