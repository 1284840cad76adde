import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import type { CloudProfile } from '@/lib/engine/types'
import type { Edit } from './edit'
import { applyEdit, applyEdits } from './edits'
import { applyEach } from './many'

const text = fc.constantFrom('1.33.1', '1.34.9', 'v1.34.9', '1.40.0', '2.1.0', 'none', '1.33')
const texts = fc.uniqueArray(text, { maxLength: 5 })
const anyEdits = fc.array(
  fc.record({ how: fc.constantFrom('add', 'remove'), image: fc.constantFrom(null, 'linux', 'other'), version: text }),
  { maxLength: 8 },
)

test('many edits come to what each of them does by itself', () => {
  fc.assert(
    fc.property(texts, texts, anyEdits, (kubernetes, images, chosen) => {
      const details = { architectures: ['amd64'], cri: [] }
      const profile: CloudProfile = {
        kubernetes: kubernetes.map((version) => ({ version })),
        machineImages: [
          { name: 'linux', updateStrategy: 'major', versions: images.map((version) => ({ version, ...details })) },
        ],
        machineTypes: [],
      }
      const edits = chosen.map(({ how, image, version }): Edit => {
        if (how === 'remove') return { kind: 'remove', image, version }
        return image === null
          ? { kind: 'add', image, entry: { version } }
          : { kind: 'add', image, entry: { version, ...details } }
      })
      expect(applyEdits(profile, edits, applyEach())).toEqual(applyEdits(profile, edits, applyEdit))
    }),
    { numRuns: runs(300) },
  )
})
