'use client'

import { useEffect, useRef, useState } from 'react'
import { packText } from '@/lib/browser/packed-text'
import { useUrlState } from '@/lib/browser/url-state'
import { type GivenPolicy, readPatches, USUAL_PATCHES } from '@/lib/questions/policy/browser/policy-address'
import type { ReleaseBody } from '@/lib/questions/policy/contract'

export interface PolicyState {
  /** The text as typed; undefined: it was not changed. */
  readonly text: string | undefined
  /** The text as asked: a moment behind what is typed. */
  readonly asked: string | undefined
  readonly releases: readonly ReleaseBody[] | undefined
  readonly patches: number
  /** Names of proposals that are not to be taken over. */
  readonly left: ReadonlySet<string>
  /** The list that the chart shows; null: Kubernetes. */
  readonly list: string | null
  readonly setText: (text: string | undefined) => void
  readonly setReleases: (releases: readonly ReleaseBody[] | undefined) => void
  readonly setPatches: (months: number) => void
  readonly take: (name: string, isTaken: boolean) => void
  readonly showList: (image: string | null) => void
}

/** How long nothing is typed before the policy is asked about, in milliseconds. */
const PAUSE = 300

/** The state of the page. All of it is in the address, so that a link shows the same; long texts are packed there. */
export function usePolicyState(given: GivenPolicy): PolicyState {
  const { params, set } = useUrlState()
  const [text, type] = useState(given.text)
  const [asked, ask] = useState(given.text)
  const [releases, putReleases] = useState(given.releases)
  // A tick must not wait for the address to change.
  const [left, leave] = useState<ReadonlySet<string>>(() => new Set(params.getAll('without')))
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(typing.current), [])

  const setText = (next: string | undefined) => {
    type(next)
    clearTimeout(typing.current)
    const take = () => {
      ask(next)
      if (next === undefined) {
        leave(new Set())
        set({ policy: undefined, without: undefined })
      } else void packText(next).then((policy) => set({ policy }))
    }
    if (next === undefined) take()
    else typing.current = setTimeout(take, PAUSE)
  }
  const setReleases = (next: readonly ReleaseBody[] | undefined) => {
    putReleases(next)
    if (next === undefined) set({ releases: undefined })
    else void packText(JSON.stringify(next)).then((packed) => set({ releases: packed }))
  }
  return {
    text,
    asked,
    releases,
    patches: readPatches(params.get('patches')),
    left,
    list: params.get('list'),
    setText,
    setReleases,
    setPatches: (months) => set({ patches: months === USUAL_PATCHES ? undefined : String(months) }),
    take: (name, isTaken) => {
      const next = isTaken ? [...left].filter((one) => one !== name) : [...left, name]
      leave(new Set(next))
      set({ without: next })
    },
    showList: (image) => set({ list: image ?? undefined }),
  }
}
