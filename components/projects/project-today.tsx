'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { ProjectAnswer } from '@/lib/questions/projects/contract'
import { projectsQueries } from '@/lib/questions/projects/queries'
import { Today, useMomentOfToday } from '../ui/today'
import { projectDifferences } from './project-differences'

/** What the page of a project says today, beside what it said then. */
export function ProjectToday({ answer }: { readonly answer: ProjectAnswer }): ReactNode {
  const zone = useZone()
  const moment = useMomentOfToday()
  const query = useQuery(projectsQueries.project(answer.name, { ...moment, zone }))
  return <Today who={answer.name} past={answer} query={query} differences={projectDifferences} />
}
