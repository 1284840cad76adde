import { UnknownProject } from '@/components/projects/project-page'

export default function ProjectNotFound() {
  return <UnknownProject />
}
