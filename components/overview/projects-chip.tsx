import { FilterChip } from '@/components/ui/filter-chip'
import { isPinnedList, usePinnedProjects } from '@/lib/client/pinned-projects'
import { NOT_MINE } from '@/lib/client/pinned-text'
import { useUrlState } from '@/lib/client/url-state'
import styles from './overview.module.css'

/** What the overview leaves out is seen at once, and can be had back. */
export function ProjectsChip({ projects }: { readonly projects: readonly string[] | undefined }) {
  const pinned = usePinnedProjects()
  const { set } = useUrlState()
  if (projects === undefined) return null
  return (
    <p className={styles.projects}>
      <FilterChip
        label={isPinnedList(projects, pinned) ? 'My projects are' : 'Project is'}
        value={projects.join(', ')}
        onRemove={() => set({ project: undefined, ...NOT_MINE }, 'push')}
      />
    </p>
  )
}
