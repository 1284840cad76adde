'use client'

import { shootPage } from '@/lib/browser/paths'
import type { ShootAnswer } from '@/lib/contract/shoot'
import { type Tab, Tabs } from '../ui/tabs'

export type ShootTab = 'forecast' | 'past' | 'plan' | 'maintenance'

interface ShootTabsProps {
  readonly shoot: { readonly namespace: string; readonly name: string }
  readonly tab: ShootTab
  /** Undefined while it is awaited. */
  readonly answer: ShootAnswer | undefined
}

/** The pages of a cluster. */
export function ShootTabs({ shoot, tab, answer }: ShootTabsProps) {
  const pending = answer?.pending.length ?? 0
  const tabs: Tab[] = [
    { href: shootPage(shoot), text: 'Forecast', current: tab === 'forecast' },
    { href: shootPage(shoot, 'plan'), text: 'Plan', current: tab === 'plan' },
    {
      href: shootPage(shoot, 'maintenance'),
      text: 'Maintenance',
      current: tab === 'maintenance',
      ...(pending > 0 && { count: `${pending} pending` }),
    },
    { href: shootPage(shoot, 'past'), text: 'Past', current: tab === 'past' },
  ]
  return <Tabs label="Pages of the cluster" tabs={tabs} />
}
