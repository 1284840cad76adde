import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfRefusal } from '@/lib/contract/what-if'
import { parseVersion } from '@/lib/engine/rules'
import type { Explanation, FindingInput } from './remedies'

/** Kubernetes versions have three numbers: `1.36` is written `1.36.0`. */
export function spellingRemedies(refusal: WhatIfRefusal, { edits }: FindingInput): Explanation {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  const parsed = edit?.kind === 'add' ? parseVersion(edit.entry.version) : null
  const explanation = {
    key: `spelling ${position}`,
    rule: 'A Kubernetes version has three numbers',
    text: 'Nothing may follow them.',
    remedies: [],
  }
  if (edit?.kind !== 'add' || parsed === null) return explanation
  const version = `${parsed.major}.${parsed.minor}.${parsed.patch}`
  return {
    ...explanation,
    remedies: [
      { label: `Write ${version}`, edits: edits.with(position, { ...edit, entry: { ...edit.entry, version } }) },
    ],
  }
}

/** An image version names its architectures and container runtimes. */
export function architectureRemedies({ rule, ...refusal }: WhatIfRefusal, { edits }: FindingInput): Explanation {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  const isArchitecture = rule === 'architectures-missing'
  const usual = isArchitecture ? { architectures: ['amd64'] } : { cri: [{ name: 'containerd' }] }
  return {
    key: `${rule} ${position}`,
    rule: isArchitecture ? 'An image version names its architectures' : 'An image version names a container runtime',
    text: '',
    remedies:
      edit?.kind === 'add'
        ? [
            {
              label: isArchitecture ? 'Add amd64' : 'Add containerd',
              edits: edits.with(position, { ...edit, entry: { ...edit.entry, ...usual } }),
            },
          ]
        : [],
  }
}

/** An image has versions: with its last one it goes too. */
export function emptyImageRemedies({ subject }: WhatIfRefusal, { edits }: FindingInput): Explanation {
  const image = subject.image ?? ''
  const isNew = edits.some((edit) => edit.kind === 'addImage' && edit.image === image)
  const removal: EditBody = { kind: 'removeImage', image }
  return {
    key: `empty ${image}`,
    rule: 'A machine image has at least one version',
    text: isNew ? 'Add one.' : `${image} has none left.`,
    remedies: isNew ? [] : [{ label: `Remove the image ${image} too`, edits: [...edits, removal] }],
  }
}
