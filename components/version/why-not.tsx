'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { useUrlState } from '@/lib/browser/url-state'
import { clusterQueries } from '@/lib/questions/queries'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { dayText } from '@/lib/words/time-text'
import { KUBERNETES } from '@/lib/words/wording'
import { WhyDecisions } from '../outlook/why-decisions'
import { Answered } from '../ui/error-part'
import { Select } from '../ui/fields'
import { SkeletonBar } from '../ui/parts'

/** Why those who leave go where they go, for one of them: rule by rule. The cluster is in the address. */
export function WhyNot({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const id = useId()
  const moment = useMoment()
  const { params, set } = useUrlState()
  const leaving = answer.items.filter(({ next }) => next !== null)
  const key = (one: VersionAnswer['items'][number]) => `${one.namespace}/${one.name}`
  // Where a forced step decides, there is most to say.
  const usual = leaving.find(({ next, fails }) => next?.own === 'forced' && fails === null) ?? leaving[0]
  const chosen = leaving.find((one) => key(one) === params.get('for')) ?? usual
  const window = chosen?.next?.window.begin ?? ''
  const query = useQuery({
    ...clusterQueries.why({ namespace: chosen?.namespace ?? '', name: chosen?.name ?? '' }, { ...moment, window }),
    enabled: chosen !== undefined,
  })
  if (chosen === undefined) return null
  return (
    <section aria-labelledby={`${id}-head`}>
      <div className="section-head">
        <h2 id={`${id}-head`}>Why, rule by rule</h2>
        <label className="faint" htmlFor={id}>
          for
        </label>
        <Select
          id={id}
          value={key(chosen)}
          options={leaving.map((one) => ({
            value: key(one),
            text: `${one.project} / ${one.name}, ${one.next && dayText(one.next.window.begin, one.next.window.offset)}`,
          }))}
          onChange={(next) => set({ for: next })}
        />
      </div>
      <Answered query={query} waiting={<SkeletonBar width="60%" />}>
        {(why) => <WhyDecisions answer={{ ...why, subjects: why.subjects.filter((one) => isAbout(one, answer)) }} />}
      </Answered>
    </section>
  )
}

/** Whether a part is on this version. */
function isAbout(
  { image, current }: { readonly image: string | null; readonly current: string },
  { what, version }: VersionAnswer,
): boolean {
  return (image ?? KUBERNETES) === what && current === version
}
