import type { SourceAnswer } from '../contract'
import { type DraftSource, readSource } from './source'

/** A small profile for tests of this folder; now is Sat 21 Nov 2026, 18:00 UTC. */
export const AT = '2026-11-21T18:00:00Z'

type Lists = SourceAnswer['lists']

export const LISTS: Lists = {
  kubernetes: [
    { version: '1.35.0', classification: 'preview' },
    { version: '1.34.4', classification: 'preview' },
    { version: '1.34.3', classification: 'supported' },
    { version: '1.33.7', classification: 'supported', expirationDate: '2027-06-30T23:59:59Z' },
    { version: '1.32.9', classification: 'supported', expirationDate: '2027-03-02T23:59:59Z' },
  ],
  images: [
    {
      name: 'gardenlinux',
      updateStrategy: 'minor',
      versions: [
        { version: '1592.9.0', classification: 'supported', architectures: ['amd64'], cri: [containerd()] },
        { version: '1443.10.0', architectures: ['amd64', 'arm64'], cri: [containerd()] },
      ],
    },
  ],
}

function containerd() {
  return { name: 'containerd', containerRuntimes: [] }
}

export function sourceOf(lists: Lists = LISTS, change: Partial<SourceAnswer> = {}): DraftSource {
  return readSource(
    {
      revision: '1',
      observedAt: AT,
      at: AT,
      profile: { kind: 'CloudProfile', name: 'aws' },
      mayEdit: true,
      resourceVersion: '100',
      lists,
      parent: null,
      object: null,
      exceptions: [],
      notice: { kubernetes: null, images: null },
      ...change,
    },
    'UTC',
  )
}

/** The lists with the Kubernetes versions of another state. */
export function withKubernetes(change: (versions: Lists['kubernetes']) => Lists['kubernetes']): Lists {
  return { ...LISTS, kubernetes: change(LISTS.kubernetes) }
}
