import { UnknownProject } from '@/components/projects/unknown-project'

export default function ProjectNotFound() {
  return <UnknownProject />
}
