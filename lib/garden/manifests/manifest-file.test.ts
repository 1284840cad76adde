import { expect, it } from 'vitest'
import { SharedParts } from '../shoot-fields'
import { type ManifestFile, readManifestFile, unreadFile } from './manifest-file'
import { defaultLimits } from './reading'

const project = (name: string) => ({
  apiVersion: 'core.gardener.cloud/v1beta1',
  kind: 'Project',
  metadata: { name },
  spec: { namespace: `garden-${name}` },
})

/** What is known of a file then, and how many steps there were behind the last part that came. */
function read(text: string, before: ManifestFile): { readonly file: ManifestFile; readonly stepsBehind: number } {
  const steps = readManifestFile('a.json', text, before, { limits: defaultLimits, sharing: new SharedParts() })
  let stepsBehind = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) stepsBehind = step.value === undefined ? stepsBehind + 1 : 0
  return { file: step.value, stepsBehind }
}

it('puts a long file together in steps, between which others may work', () => {
  const names = Array.from({ length: 100 }, (_, i) => `p${i}`)
  const { file, stepsBehind } = read(JSON.stringify(names.map(project)), unreadFile)
  expect(file.items).toHaveLength(names.length)
  expect(stepsBehind).toBeGreaterThanOrEqual(names.length)
})

it('keeps more objects of a broken file than a call may have arguments', () => {
  const [item] = read(JSON.stringify([project('a')]), unreadFile).file.items
  if (item === undefined) throw new Error('There is no item.')
  const items = Array.from({ length: 200_000 }, (_, i) => ({
    ...item,
    object: { ...item.object, label: `Project p${i}` },
  }))
  expect(read('{"a":', { ...unreadFile, items }).file.items).toHaveLength(items.length)
})
