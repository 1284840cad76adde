import { expect, it } from 'vitest'
import { readObject } from '../read-object'
import { calendar } from './calendar'
import { demoPlans, isManifest } from './manifests'
import { namedShoots } from './named-shoots'
import { PlanReader } from './plan-reader'
import { shootManifest } from './shoot'

const born = '2026-11-21'
const at = calendar(born)
/** Of them all, some hundreds are of a kind of their own. */
const shoots = 4000

const plans = [...demoPlans({ born, shoots })].flatMap((one) => (isManifest(one) ? [] : one)).slice(namedShoots.length)

it('reads a cluster as the parser reads what is written of it', () => {
  const reader = new PlanReader(at)
  expect(plans.length).toBe(shoots - namedShoots.length)
  for (const plan of plans) {
    const object = readObject(shootManifest(at, plan))
    expect(object).toEqual({ kind: 'Shoot', label: expect.any(String), value: reader.shoot(plan), problems: [] })
  }
})

it('keeps fields in the order of the parser', () => {
  const reader = new PlanReader(at)
  for (const plan of plans.slice(0, 300)) {
    const object = readObject(shootManifest(at, plan))
    expect(JSON.stringify(reader.shoot(plan))).toBe(JSON.stringify('value' in object && object.value))
  }
})

it('shares equal parts of clusters', () => {
  const reader = new PlanReader(at)
  const read = plans.map((plan) => reader.shoot(plan))
  for (const part of ['window', 'lastOperation', 'autoUpdate', 'annotations', 'profile'] as const) {
    const values = read.map((shoot) => shoot[part])
    expect(new Set(values).size).toBe(new Set(values.map((value) => JSON.stringify(value))).size)
  }
  const workers = read.flatMap((shoot) => shoot.workers)
  expect(new Set(workers).size).toBe(new Set(workers.map((worker) => JSON.stringify(worker))).size)
})
