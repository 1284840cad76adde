import { expect, it } from 'vitest'
import { Sharing } from '../share'
import { defaultLimits } from './limits'
import { readYamlFile } from './read-yaml-file'

it('looks through a long list in steps, between which others may work, before its first item comes', () => {
  const project = (name: string) =>
    `- apiVersion: core.gardener.cloud/v1beta1\n  kind: Project\n  metadata:\n    name: ${name}\n  spec:\n    namespace: garden-${name}\n`
  const text = `apiVersion: v1\nitems:\n${project('a')}${project('b')}kind: List\n`
  const known = { parts: new Map(), items: new Map() }
  const steps = [...readYamlFile(text, { limits: defaultLimits, sharing: new Sharing(), known })]
  expect(steps.map((part) => part?.reading.items.map(({ object }) => object.label))).toEqual([
    undefined,
    undefined,
    ['Project a'],
    ['Project b'],
  ])
})
