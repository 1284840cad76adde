import { expect, test } from 'vitest'
import type { Problem, ProblemFault, UnplacedReason } from '@/lib/engine/faults'
import { faultText, nothingReadText, problemBody, unplacedText } from './faults'

test.each<[ProblemFault, string]>([
  [{ code: 'missing' }, 'is missing'],
  [{ code: 'no-list' }, 'must be a list'],
  [{ code: 'too-many-entries', count: 30, most: 20 }, 'has 30 entries; only the first 20 are read'],
  [{ code: 'none-of', value: 'Robot', allowed: ['User', 'Group'] }, '"Robot" is none of User, Group'],
  [{ code: 'no-version-to-choose', value: 'x' }, '"x" is not a version; it is never chosen'],
  [
    { code: 'unmapped', first: 'suse 1.0.0', count: 1 },
    '"suse 1.0.0" has no image of the provider: no node can be made of it',
  ],
  [
    { code: 'unmapped', first: 'suse 1.0.0', count: 3 },
    '"suse 1.0.0" and 2 more have no image of the provider: no node can be made of it',
  ],
  [{ code: 'api-version', isFormerGroup: false, expected: 'core/v1' }, 'is missing; it must be core/v1'],
  [
    { code: 'api-version', value: null, isFormerGroup: false, expected: 'core/v1' },
    'what is there cannot be read; it must be core/v1',
  ],
  [
    { code: 'api-version', value: 'garden.sapcloud.io/v1', isFormerGroup: true, expected: 'core/v1' },
    `"garden.sapcloud.io/v1" is of the former group of Gardener's API; it must be core/v1`,
  ],
  [
    { code: 'unversioned', refusals: null },
    'names no whole Kubernetes version, and its profile, which would give it one, is not there',
  ],
  [
    { code: 'unversioned', refusals: ['a', 'b'] },
    'names no whole Kubernetes version, and its creation would be refused: a; b',
  ],
  [{ code: 'profile-missing', first: ['p/a'], count: 1 }, 'is missing, and 1 cluster uses it: p/a'],
  [
    { code: 'profile-unreadable', first: ['p/a', 'p/b'], count: 5 },
    'could not be read, and 5 clusters use it: p/a, p/b and 3 more',
  ],
  [{ code: 'twice', isSame: true, source: null, line: 7 }, 'is there twice: also in line 7, and that one counts'],
  [
    { code: 'twice', isSame: false, source: 'a.yaml', line: 7 },
    'is there twice, and not the same: also in a.yaml, line 7, and that one counts',
  ],
  [
    { code: 'twice', isSame: true, source: null, line: null },
    'is there twice: also in the same file, and that one counts',
  ],
  [{ code: 'no-json', from: '{' }, 'is not JSON from "{" on'],
  [{ code: 'folder-too-large', most: { files: 10 } }, 'holds more than 10 files: those from here on are not read'],
  [
    { code: 'folder-too-large', most: { bytes: 2 * 1024 * 1024 } },
    'holds more than 2 MiB: those from here on are not read',
  ],
])('%j', (fault, text) => expect(faultText(fault)).toBe(text))

const at = { source: 'a.yaml', line: 3, object: 'Shoot garden-a/one' }

test.each<[Problem, string]>([
  [{ ...at, path: 'spec.region', fault: { code: 'no-text' } }, 'spec.region: must be text'],
  [
    { ...at, path: 'spec.region', fault: { code: 'no-text' }, isOutdated: true },
    'spec.region: must be text. What was read before still counts.',
  ],
  [
    { source: 'a.yaml', path: '', fault: { code: 'file-too-large', bytes: 2048, most: 1024 }, isOutdated: true },
    'is 2 KiB large; up to 1 KiB can be read. Split it. What was read before still counts.',
  ],
  [
    { source: 'k.yaml', path: '', fault: { code: 'kustomize', folders: ['a', 'b'], more: 2 } },
    'is for kustomize, and what it changes in manifests is not applied here: they are shown as they stand in their files. Render it, and give what comes out: "kubectl kustomize a > garden.yaml", and likewise b and 2 more.',
  ],
])('%j', (problem, reason) => expect(problemBody(problem).reason).toBe(reason))

test('why nothing can be read is told by the first problem, with how many more there are', () => {
  const first: Problem = { source: 'a.yaml', line: 3, path: '', fault: { code: 'empty' } }
  expect(nothingReadText([])).toBeNull()
  expect(nothingReadText([first])).toBe('a.yaml, line 3 is empty.')
  expect(nothingReadText([first, first])).toBe('a.yaml, line 3 is empty. There is 1 more problem.')
  expect(nothingReadText([first, first, first])).toBe('a.yaml, line 3 is empty. There are 2 more problems.')
})

test.each<[UnplacedReason, string]>([
  [{ code: 'no-list', name: 'all.json' }, 'all.json is no list of objects of all kinds, and takes no other one.'],
  [{ code: 'listed-often', beside: 'a/one.yaml' }, 'Several kustomizations list a/one.yaml.'],
  [{ code: 'file-is-there', name: 'a/new.yaml' }, 'a/new.yaml is there already, and holds something else.'],
])('a new object has no place: %j', (why, text) => {
  expect(unplacedText(why)).toBe(`${text} Copy what is written, and put it where it belongs.`)
})
