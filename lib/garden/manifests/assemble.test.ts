import { expect, it } from 'vitest'
import { byAndBy } from '../slices'
import { snapshotOfFiles } from './assemble'
import { unreadFile } from './manifest-file'
import { defaultLimits } from './reading'

it('takes over more problems of a file than a call may have arguments', async () => {
  const problems = Array.from({ length: 200_000 }, (_, i) => ({
    source: 'a.yaml',
    path: `${i}`,
    fault: { code: 'missing' } as const,
  }))
  const snapshot = await byAndBy(snapshotOfFiles([['a.yaml', { ...unreadFile, problems }]], [], 0, defaultLimits))
  expect(snapshot.problems).toHaveLength(problems.length)
})
