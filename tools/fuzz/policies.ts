import fc from 'fast-check'
import { z } from 'zod'
import { policyProblem } from '@/lib/contract/common'
import { EXAMPLE, readPolicyText } from '@/lib/landscape/policy-text'
import { textChange, withChanges } from './odd'
import type { Target } from './target'

/** Texts that nearly are a policy: they are one, or have problems, few and in few words. */
export const policies: Target<string> = {
  inputs: fc.array(textChange, { minLength: 1, maxLength: 4 }).map((changes) => withChanges(EXAMPLE, changes)),
  check(text: string) {
    const reading = readPolicyText(text)
    if (reading.kind === 'ok') return
    const problems = z.array(policyProblem).min(1).max(51).parse(reading.problems)
    for (const { path, reason } of problems) {
      if (path.length + reason.length > 3000)
        throw new Error(`A problem has ${path.length + reason.length} characters.`)
    }
  },
}
