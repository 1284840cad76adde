'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { useMoment, useZone } from '@/lib/browser/clock'
import { projectPage, SHOOTS } from '@/lib/browser/paths'
import { projectsQueries } from '@/lib/questions/projects/queries'
import { NotFound } from '../ui/not-found'

/** The page of a project that is not there: what was asked, and what is near, as the server's refusal tells. */
export function UnknownProject() {
  const wanted = decodeURIComponent(useParams<{ name: string }>().name)
  const { error } = useQuery(projectsQueries.project(wanted, { ...useMoment(), zone: useZone() }))
  const near = (error?.near ?? []).map((name) => ({ href: projectPage(name), text: name }))
  return (
    <NotFound
      title={`There is no project ${wanted}`}
      text={`It may have been deleted, or you may not see it.${near.length > 0 ? ' Near it are:' : ''}`}
      near={near}
      back={{ href: SHOOTS, text: 'All clusters' }}
    />
  )
}
