import { expect, test } from 'vitest'
import { readEdit } from '@/lib/contract/edit-codec'
import { itemsOf } from '@/lib/contract/edit-items'
import { applyEdit } from '@/lib/engine/edits'
import type { JsonObject } from '@/lib/engine/json'
import { stagesOf } from '@/lib/engine/rules'
import type { CloudProfile } from '@/lib/engine/types'
import { itemWords } from '@/lib/words/edits'
import { isSameLife, lifecycleEdit, rewrittenLives } from './as-lifecycle'
import { sourceOf } from './testdata'

/** Lives of versions written as `lifecycle`, and back. */

const source = sourceOf()
const nothing: JsonObject = { spec: {} }
const lives = rewrittenLives('lifecycle', source, nothing)

function stages({ kubernetes, machineImages }: CloudProfile) {
  return [...kubernetes, ...machineImages.flatMap(({ versions }) => versions)].map((listed) => stagesOf(listed))
}

test('one edit writes all of them, and every version is the same stage at every instant', () => {
  const edit = lifecycleEdit(lives)
  if (edit === null) throw new Error('nothing is turned')
  const outcome = applyEdit(source.profile, readEdit(edit, source.at, source.profile))
  if (outcome.kind === 'problem') throw new Error(outcome.problem.code)
  expect(stages(outcome.value)).toEqual(stages(source.profile))
  const turned = lives.flatMap((life) => (life.kind === 'turned' ? [life] : []))
  expect(turned.length).toBeGreaterThan(2)
  expect(turned.every(isSameLife)).toBe(true)
  for (const { version, lifecycle, classification } of outcome.value.kubernetes)
    if (turned.some((life) => life.image === null && life.version === version))
      expect([lifecycle?.length ?? 0, classification]).toEqual([expect.any(Number), undefined])
  const [item] = itemsOf([edit])
  if (item === undefined) throw new Error('it is no item')
  expect(itemWords(item, source.profile, source.at, 'UTC')).toEqual({
    title: 'Write as lifecycle',
    note: `${turned.length} entries`,
  })
})

test('the version of the bastion stays, as one with a lifecycle would not count there', () => {
  const image = source.profile.machineImages[0]
  const supported = image?.versions.find(({ classification }) => classification === 'supported')
  const object: JsonObject = { spec: { bastion: { machineImage: { name: image?.name ?? '' } } } }
  const left = rewrittenLives('lifecycle', source, object).filter(
    (life) => life.kind === 'left' && life.because === 'bastion',
  )
  expect(left.map(({ version }) => version)).toEqual([supported?.version])
})

test('back again each is what it was', () => {
  const edit = lifecycleEdit(lives)
  if (edit === null) throw new Error('nothing is turned')
  const outcome = applyEdit(source.profile, readEdit(edit, source.at, source.profile))
  if (outcome.kind === 'problem') throw new Error(outcome.problem.code)
  const back = lifecycleEdit(rewrittenLives('dates', { ...source, profile: outcome.value }, nothing))
  if (back === null) throw new Error('nothing is turned back')
  const again = applyEdit(outcome.value, readEdit(back, source.at, source.profile))
  expect(again).toMatchObject({ kind: 'ok', value: source.profile })
})
