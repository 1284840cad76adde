'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { MissingPage } from '@/components/ui/not-found'
import { useMoment } from '@/lib/browser/clock'
import { SHOOTS, shootPage } from '@/lib/browser/paths'
import { clusterQueries } from '@/lib/questions/queries'

/** The page of a cluster that is not there: what was asked, and what is near, as the server's refusal tells. */
export default function UnknownShoot() {
  const { namespace = '', name = '' } = useParams<{ namespace: string; name: string }>()
  const wanted = { namespace: decodeURIComponent(namespace), name: decodeURIComponent(name) }
  const moment = useMoment()
  const { error } = useQuery(clusterQueries.shoot(wanted, moment))
  const near = (error?.near ?? []).flatMap((one) => {
    const [ns, cluster] = one.split('/', 2)
    return ns && cluster ? [{ href: shootPage({ namespace: ns, name: cluster }), text: `${ns} / ${cluster}` }] : []
  })
  return (
    <MissingPage
      title={`There is no cluster ${wanted.namespace} / ${wanted.name}`}
      text="It may have been deleted or renamed, or you may not see its project."
      near={near}
      back={{ href: SHOOTS, text: 'All clusters' }}
    />
  )
}
