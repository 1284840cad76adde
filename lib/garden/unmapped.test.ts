import { describe, expect, it } from 'vitest'
import { fieldProblemText } from '@/lib/words/faults'
import { parseCloudProfile } from './parse'

const profile = (providerConfig: unknown, ...versions: string[]) => ({
  metadata: { name: 'aws' },
  spec: {
    machineImages: [{ name: 'linux', versions: versions.map((version) => ({ version })) }],
    ...(providerConfig === undefined ? {} : { providerConfig }),
  },
})
const mapping = (name: string, ...versions: string[]) => ({
  kind: 'CloudProfileConfig',
  machineImages: [{ name, versions: versions.map((version) => ({ version, regions: [] })) }],
})
const told = (raw: unknown) => {
  const parsed = parseCloudProfile(raw)
  if (parsed.kind !== 'ok') throw new Error('it cannot be read')
  return {
    unmapped: parsed.value.unmappedImages,
    problems: parsed.problems.map(fieldProblemText),
  }
}
const NO_IMAGE = 'no image of the provider: no node can be made of it'

describe('image versions without an image of the provider', () => {
  it.each<[string, unknown, Record<string, string[]> | undefined, string[]]>([
    ['none where all are mapped', profile(mapping('linux', '1.0.0', '2.0.0'), '1.0.0', '2.0.0'), undefined, []],
    ['none without a part of the provider', profile(undefined, '1.0.0'), undefined, []],
    ['none where that has no such list', profile({ kind: 'CloudProfileConfig' }, '1.0.0'), undefined, []],
    ['none where that is of another shape', profile({ machineImages: { linux: {} } }, '1.0.0'), undefined, []],
    [
      'one that is missing',
      profile(mapping('linux', '1.0.0'), '1.0.0', '2.0.0'),
      { linux: ['2.0.0'] },
      [`spec.providerConfig.machineImages: "linux 2.0.0" has ${NO_IMAGE}`],
    ],
    [
      'all of an image that is missing, told once',
      profile(mapping('other', '1.0.0'), '1.0.0', '2.0.0', '3.0.0'),
      { linux: ['1.0.0', '2.0.0', '3.0.0'] },
      [`spec.providerConfig.machineImages: "linux 1.0.0" and 2 more have ${NO_IMAGE}`],
    ],
    [
      'one beside what cannot be read',
      profile(
        { machineImages: [7, { name: 'linux', versions: [null, { version: 3 }, { version: '1.0.0' }] }] },
        '1.0.0',
        '2.0.0',
      ),
      { linux: ['2.0.0'] },
      [`spec.providerConfig.machineImages: "linux 2.0.0" has ${NO_IMAGE}`],
    ],
  ])('%s', (_, raw, unmapped, problems) => {
    expect(told(raw)).toEqual({ unmapped, problems })
  })
})
