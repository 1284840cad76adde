'use client'

import { usePathname } from 'next/navigation'
import { useMemo, useState } from 'react'
import { addressText } from '@/lib/browser/at'
import { useZone } from '@/lib/browser/clock'
import { selection } from '@/lib/browser/paths'
import { patchSearch, useUrlState } from '@/lib/browser/url-state'
import { startOfDay } from '@/lib/engine/time'
import { KUBERNETES } from '@/lib/words/wording'
import { type OffsetAt, offsetAtOf } from '../timeline/calendar'
import {
  movedInto,
  rangeAround,
  steppedRange,
  type TimeRange,
  wholeRange,
  type Zoom,
  zoomRange,
} from '../timeline/range'
import { type ProfileView, profileViewPatch, readSelection, readView } from './view-state'

interface ProfileViewState {
  readonly view: ProfileView
  /** The address of this page with some of the view changed. */
  readonly hrefWith: (change: Partial<ProfileView>) => string
  /** Changes the address without asking the server for the page again. */
  readonly show: (change: Partial<ProfileView>) => void
  /** `Kubernetes` or an image's name. */
  readonly what: string
  readonly selected: string | undefined
  /** The address with another one selected. */
  readonly hrefOf: (version: string) => string
  /** Undefined: none any more. */
  readonly select: (version: string | undefined) => void
}

/** The view as the address has it. */
export function useProfileView(): ProfileViewState {
  const path = usePathname()
  const zone = useZone()
  const { params, set } = useUrlState()
  const text = params.toString()
  const view = useMemo(() => readView(new URLSearchParams(text)), [text])
  const patch = (change: Partial<ProfileView>) => profileViewPatch({ ...view, ...change }, zone)
  const hrefWith = (change: Partial<ProfileView>) =>
    addressText(path, patchSearch(new URLSearchParams(text), patch(change)))
  const what = view.tab ?? KUBERNETES
  const wanted = view.select === undefined ? undefined : readSelection(view.select)
  return {
    view,
    hrefWith,
    show: (change) => set(patch(change), 'replace'),
    what,
    selected: wanted?.what === what ? wanted.version : undefined,
    hrefOf: (version) => hrefWith({ select: selection(what, version), tab: what }),
    select: (version) => set(patch({ select: version && selection(what, version), tab: what }), 'push'),
  }
}

export interface ChartRange {
  readonly whole: TimeRange
  readonly range: TimeRange
  readonly isGliding: boolean
  /** Undefined while the range was chosen by hand. */
  readonly zoom: Zoom | undefined
  readonly zoomTo: (zoom: Zoom) => void
  readonly step: (direction: -1 | 1) => void
  readonly toNow: () => void
  /** While dragged, and when let go. */
  readonly preview: (range: TimeRange) => void
  readonly choose: (range: TimeRange) => void
}

/** The part of time that the chart shows: from the address, or from the hand while the brush is dragged. */
export function useChartRange({ view, show }: ProfileViewState, dates: readonly number[], now: number): ChartRange {
  const zone = useZone()
  const today = startOfDay(now)
  const whole = useMemo(() => wholeRange(dates, today, offsetAtOf(zone)), [dates, today, zone])
  const addressed = useMemo(() => {
    if (view.range) return movedInto(inZone(view.range, offsetAtOf(zone)), whole)
    return zoomRange(view.zoom, today, whole, offsetAtOf(zone))
  }, [view.range, view.zoom, today, whole, zone])

  // What is dragged counts until the address says something new.
  const [dragged, setDragged] = useState<{ readonly range: TimeRange; readonly over: TimeRange } | null>(null)
  const inHand = dragged?.over === addressed ? dragged.range : null

  return {
    whole,
    range: inHand ?? addressed,
    isGliding: inHand === null,
    zoom: view.range ? undefined : view.zoom,
    zoomTo: (zoom) => show({ zoom, range: undefined }),
    step: (direction) => show({ range: steppedRange(addressed, direction, whole) }),
    toNow: () => show({ range: rangeAround(addressed, now, whole) }),
    preview: (range) => setDragged({ range, over: addressed }),
    choose: (range) => show({ range }),
  }
}

/** Days of the address begin at midnight of the viewer's zone. */
function inZone(range: TimeRange, offsetAt: OffsetAt): TimeRange {
  return { from: range.from - offsetAt(range.from), to: range.to - offsetAt(range.to) }
}
