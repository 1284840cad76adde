'use client'

import { ShootFrame, type ShootName } from '@/components/shoots/one/shoot-frame'
import { DataTable } from '@/components/ui/data-table'
import type { ShootAnswer } from '@/lib/contract'

/** How the pools of a cluster are updated, and which wait. */
export function InPlaceView({ shoot }: { readonly shoot: ShootName }) {
  return (
    <ShootFrame shoot={shoot} tab="in-place">
      {(answer) => <Body answer={answer} />}
    </ShootFrame>
  )
}

function Body({ answer }: { readonly answer: ShootAnswer }) {
  return (
    <DataTable caption="Pools" heads={['Pool', 'Strategy', 'Update in place']}>
      <tbody>
        {answer.shoot.pools.map(({ name, updateStrategy }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{updateStrategy}</td>
            <td>{answer.pending.includes(name) ? 'pending' : ''}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
