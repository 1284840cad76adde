'use client'

import { shootPage } from '@/lib/browser/paths'
import type { ShootRow } from '@/lib/contract/clusters'
import type { ShootAnswer } from '@/lib/contract/shoot'
import { type Tab, Tabs } from '../ui/tabs'

export type ShootTab = 'forecast' | 'past' | 'plan' | 'maintenance' | 'in-place'

interface ShootTabsProps {
  readonly shoot: { readonly namespace: string; readonly name: string }
  readonly tab: ShootTab
  /** Undefined while it is awaited. */
  readonly answer: ShootAnswer | undefined
}

/** The pages of a cluster. Updates in place have one where a pool is updated so. */
export function ShootTabs({ shoot, tab, answer }: ShootTabsProps) {
  const pools = answer?.shoot.pools ?? []
  const hasInPlace = tab === 'in-place' || pools.some(isInPlacePool)
  const pending = answer?.pending.length ?? 0
  const tabs: Tab[] = [
    { href: shootPage(shoot), text: 'Forecast', current: tab === 'forecast' },
    { href: shootPage(shoot, 'past'), text: 'Past', current: tab === 'past' },
    { href: shootPage(shoot, 'plan'), text: 'Plan', current: tab === 'plan' },
    { href: shootPage(shoot, 'maintenance'), text: 'Maintenance', current: tab === 'maintenance' },
    ...(hasInPlace
      ? [
          {
            href: shootPage(shoot, 'in-place'),
            text: 'In place',
            current: tab === 'in-place',
            ...(pending > 0 && { count: `${pending} pending` }),
          },
        ]
      : []),
  ]
  return <Tabs label="Pages of the cluster" tabs={tabs} />
}

export function isInPlacePool({ updateStrategy }: ShootRow['pools'][number]): boolean {
  return updateStrategy !== 'AutoRollingUpdate'
}
