import { expect, it } from 'vitest'
import { whatIfQuery } from '@/lib/contract/what-if'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { parseCloudProfile } from '@/lib/garden/parse'
import { buildLandscape } from '@/lib/landscape/landscape'
import { whatIfView } from './view'

/** A draft that adds an image version for which the provider's part of the profile has no image. */

const at = Date.parse('2026-11-21T18:00:00Z')
const mapped = (...versions: string[]) => ({
  machineImages: [{ name: 'linux', versions: versions.map((version) => ({ version, regions: [] })) }],
})

async function warned(providerConfig: unknown, image: string | null, version: string): Promise<string[]> {
  const parsed = parseCloudProfile({
    metadata: { name: 'aws' },
    spec: {
      kubernetes: { versions: [{ version: '1.34.1' }] },
      machineImages: [{ name: 'linux', versions: [{ version: '1.0.0', cri: [{ name: 'containerd' }] }] }],
      ...(providerConfig === undefined ? {} : { providerConfig }),
    },
  })
  if (parsed.kind !== 'ok') throw new Error('it cannot be read')
  const profiles = new Map([['aws', parsed.value]])
  const shoots = ChunkedList.of<never>([])
  const landscape = await buildLandscape(
    { revision: '1', observedAt: at, profiles, projects: [], shoots, problems: [] },
    at,
  )
  const entry =
    image === null
      ? { version, classification: 'preview' }
      : {
          version,
          classification: 'preview',
          architectures: ['amd64'],
          cri: [{ name: 'containerd', containerRuntimes: [] }],
        }
  const { edits } = await whatIfView(
    landscape,
    whatIfQuery.parse({ profile: 'aws', edits: [{ kind: 'add', image, entry }] }),
  )
  return edits.flatMap(({ warnings }) =>
    warnings.flatMap(({ code, text }) => (code === 'image-without-mapping' ? [text] : [])),
  )
}

it.each<[string, unknown, string | null, string, string[]]>([
  [
    'one that it does not map',
    mapped('1.0.0'),
    'linux',
    '2.0.0',
    ['linux 2.0.0 has no image of the provider (providerConfig): no node can be made of it.'],
  ],
  ['one that it maps already', mapped('1.0.0', '2.0.0'), 'linux', '2.0.0', []],
  ['one of a profile without a part of the provider', undefined, 'linux', '2.0.0', []],
  ['a version of Kubernetes', mapped('1.0.0'), null, '1.34.2', []],
])('is warned of where it has to be: %s', async (_, providerConfig, image, version, expected) => {
  expect(await warned(providerConfig, image, version)).toEqual(expected)
})
