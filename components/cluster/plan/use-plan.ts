'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useUrlState } from '@/lib/browser/url-state'
import { decodePlan, encodePlan, NO_PLAN, type Plan, type PlanReading } from '@/lib/questions/cluster/browser/plan'

/** The plan of an address as the server has read it. */
export interface OpenedPlan {
  /** As `?plan=` has it; null: there is none. */
  readonly text: string | null
  readonly reading: PlanReading
}

interface PlanState {
  readonly plan: Plan
  /** Why the plan of the address cannot be read, as a sentence; null: it can. */
  readonly problem: string | null
  readonly change: (plan: Plan) => void
}

/** The plan lives in the address: what is done here is written there, and going back in the browser is followed. */
export function usePlan(opened: OpenedPlan): PlanState {
  const { params, set } = useUrlState()
  const text = params.get('plan')
  const [reading, setReading] = useState(opened.reading)
  const shown = useRef(opened.text)
  const latest = useRef<Plan | null>(null)
  useEffect(() => {
    // What is rendered lags behind an address that was just written.
    if (text === shown.current || text !== new URLSearchParams(window.location.search).get('plan')) return
    shown.current = text
    void decodePlan(text).then((read) => shown.current === text && setReading(read))
  }, [text])
  const change = useCallback(
    (plan: Plan) => {
      const before = latest.current ?? (opened.reading.kind === 'ok' ? opened.reading.plan : NO_PLAN)
      setReading({ kind: 'ok', plan })
      latest.current = plan
      void encodePlan(plan).then((packed) => {
        if (latest.current !== plan) return
        shown.current = packed ?? null
        // Another day is a step within the same plan.
        set({ plan: packed }, plan.edits === before.edits ? 'replace' : 'push')
      })
    },
    [set, opened],
  )
  if (reading.kind === 'ok') return { plan: reading.plan, problem: null, change }
  return { plan: NO_PLAN, problem: reading.reason, change }
}
